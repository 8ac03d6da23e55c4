import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, scrollTo } from '../../../ui/index.ts';
import { lastDrawing } from '../../state/drawing/last-drawing.ts';
import { placedDrawing, putOnBed } from '../../state/drawing/placed-drawing.ts';
import './place-again.css';

/** Takes the place of the panel: places the last drawing again, for another sheet or after a tab was closed. */
export function PlaceAgain() {
  const last = lastDrawing.value;
  if (last === undefined || placedDrawing.value !== undefined) return null;
  const place = () => {
    putOnBed(last);
    scrollTo('.bed');
  };
  return (
    <Button icon="retry" class="place-again" onClick={place}>
      {plotterTexts.drawing.again(last.name)}
    </Button>
  );
}
