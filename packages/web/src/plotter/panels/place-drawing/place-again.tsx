import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, scrollTo } from '../../../ui/index.ts';
import { again } from '../../state/drawing/last-drawing.ts';
import { placed, takeDrawing } from '../../state/drawing/placed-drawing.ts';
import './place-again.css';

/** Where the panel of the drawing was: the same one once more, as it lay, for another sheet or after a tab was closed. */
export function PlaceAgain() {
  const last = again.value;
  if (last === undefined || placed.value !== undefined) return null;
  const place = () => {
    takeDrawing(last);
    scrollTo('.bed');
  };
  return (
    <Button icon="retry" class="place-again" onClick={place}>
      {plotterTexts.drawing.again(last.name)}
    </Button>
  );
}
