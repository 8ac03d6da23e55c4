import type { Note } from '@stationery/drawing';
import { plotterTexts } from '../../texts/plotter.ts';
import { Icon } from '../../ui/index.ts';
import type { Settings } from './settings.ts';

const texts = plotterTexts.drawing;
const cutOff = /^Strokes cut off /;
/** Closer to its own size than this, nobody sees that it is smaller. */
const asGoodAsWhole = 0.995;

/** What is to be known before the paper is spent is a line of its own; all else can be looked up. */
export const isLoss = ({ text }: Note) => cutOff.test(text);

/** In what the plot will not be as the file is. */
export function Losses({ warnings, settings }: { warnings: readonly Note[]; settings: Settings }) {
  const { scale, fittedScale } = settings;
  const lines = warnings
    .filter(isLoss)
    .map(({ text, count }) => texts.cutOff(count, text.replace(cutOff, '').replace(/\.$/, '')));
  if (scale === fittedScale && scale < asGoodAsWhole) lines.push(texts.shrunk(Math.round(scale * 100)));
  if (lines.length === 0) return null;
  return (
    <ul class="drawing-losses">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="alert" />
          {line}
        </li>
      ))}
    </ul>
  );
}
