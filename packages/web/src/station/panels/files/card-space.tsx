import { stationTexts } from '../../../texts/station.ts';
import { Bar, formatBytes } from '../../../ui/index.ts';
import { card } from '../../state/store.ts';
import './card-space.css';

/** How full the card is, as a ruler. */
export function CardSpace() {
  const now = card.value;
  if (now?.state !== 'present') return null;
  const { card: texts } = stationTexts;
  const used = now.size - now.free;
  const words = texts.used(formatBytes(used), formatBytes(now.size));
  const part = now.size === 0 ? 1 : used / now.size;
  return (
    <div class="stack">
      <Bar
        ruler
        label={now.is_folder ? texts.labelFolder : texts.label}
        part={part}
        valueText={words}
        tone={part > 0.95 ? 'danger' : 'accent'}
      />
      <p class="card-space-words wrap small">
        <span class="soft">{words}</span>
        <strong>{texts.free(formatBytes(now.free))}</strong>
      </p>
      {now.is_folder && <p class="soft small">{texts.folder}</p>}
    </div>
  );
}
