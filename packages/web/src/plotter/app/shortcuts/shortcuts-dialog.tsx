import { plotterTexts } from '../../../texts/plotter.ts';
import { shortcutsTexts as texts } from '../../../texts/shortcuts.ts';
import { Dialog } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { shortcutsDialog } from '../../state/dialogs.ts';
import './shortcuts.css';

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
  [['PgUp', 'PgDn'], 'select'],
  [['Ctrl', 'D'], 'copy'],
  [['Del'], 'remove'],
  [['Ctrl', 'Z'], 'undo'],
  [['Ctrl', '⇧', 'Z'], 'redo'],
  [['?'], 'help'],
];

export function ShortcutsDialog() {
  return (
    <Dialog title={plotterTexts.shortcuts.open} onClose={shortcutsDialog.close} actions={<StopButton />}>
      <dl class="shortcuts">
        {list.map(([keys, what]) => (
          <div key={what} class="shortcut">
            <dt>
              {keys.map((key, at) => (
                <kbd key={`${key}${at}`} class="key">
                  {texts.keys[key] ?? key}
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
