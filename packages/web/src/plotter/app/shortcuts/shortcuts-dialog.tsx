import { signal } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Dialog } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import './shortcuts.css';

const texts = plotterTexts.shortcuts;
const isOpen = signal(false);

export function openShortcuts(): void {
  isOpen.value = true;
}

const list: readonly [keys: readonly string[], what: keyof typeof texts.list][] = [
  [['Esc', 'Esc'], 'stop'],
  [['P'], 'pause'],
  [['U'], 'pen'],
  [['H'], 'home'],
  [['⇧', '← ↑ ↓ →'], 'jogAnywhere'],
  [['J'], 'pad'],
  [['← ↑ ↓ →'], 'jog'],
  [['+', '−'], 'step'],
  [['C'], 'console'],
  [['Tab'], 'complete'],
  [['↑', '↓'], 'history'],
  [['+', '−'], 'zoom'],
  [['0'], 'all'],
  [['F'], 'fit'],
  [['← ↑ ↓ →'], 'place'],
  [['Ctrl', 'Z'], 'undo'],
  [['Ctrl', '⇧', 'Z'], 'redo'],
  [['?'], 'help'],
];

export function ShortcutsDialog() {
  if (!isOpen.value) return null;
  return (
    <Dialog
      title={texts.title}
      onClose={() => {
        isOpen.value = false;
      }}
      actions={<StopButton />}
    >
      <dl class="shortcuts">
        {list.map(([keys, what]) => (
          <div key={what} class="shortcut">
            <dt>
              {keys.map((key, at) => (
                <kbd key={`${key}${at}`} class="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{texts.list[what]}</dd>
          </div>
        ))}
      </dl>
      <p class="soft small">{texts.note}</p>
    </Dialog>
  );
}
