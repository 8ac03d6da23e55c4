import type { Note } from '@stationery/drawing';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Icon } from '../../../ui/index.ts';
import type { Settings } from '../../state/drawing/settings.ts';

const texts = placeDrawingTexts;
/** A reduction to at least this scale is invisible. */
const asGoodAsWhole = 0.995;

/** Whether a warning is important enough to show before the paper is used. Other warnings are details. */
export const isLoss = ({ code }: Note) => cutOffWords(code) !== undefined;

export const cutOffCount = (warnings: readonly Note[]) =>
  warnings.reduce((sum, note) => sum + (isLoss(note) ? note.count : 0), 0);

const cutOffWords = (code: Note['code']) => (texts.cutOff as Partial<Record<Note['code'], string>>)[code];

export function Losses({ warnings, settings }: { warnings: readonly Note[]; settings: Settings }) {
  const { scale, fittedScale } = settings;
  const lines = warnings.flatMap(({ code, count }) => {
    const where = cutOffWords(code);
    return where === undefined ? [] : [texts.cutOffStrokes(count, where)];
  });
  if (scale === fittedScale && scale < asGoodAsWhole) lines.push(texts.shrunk(Math.round(scale * 100)));
  if (lines.length === 0) return null;
  return (
    <ul class="drawing-losses stack">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="alert" />
          {line}
        </li>
      ))}
    </ul>
  );
}
