import { plotterTexts } from '../../texts/plotter.ts';
import { Button } from '../../ui/index.ts';
import { again } from './again.ts';
import { placed, takeDrawing } from './placed.ts';
import './place-again.css';

/** The same drawing once more, as it lay: for another sheet, or after a tab was closed. */
export function PlaceAgain() {
  const last = again.value;
  if (last === undefined || placed.value !== undefined) return null;
  const words = plotterTexts.drawing.again(last.name);
  return (
    <Button kind="quiet" icon="retry" class="place-again" title={words} onClick={() => takeDrawing(last)}>
      {words}
    </Button>
  );
}
