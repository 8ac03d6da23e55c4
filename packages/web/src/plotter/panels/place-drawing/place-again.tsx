import { plotterTexts } from '../../../texts/plotter.ts';
import { Button } from '../../../ui/index.ts';
import { shownJob } from '../../state/bed/shown-job.ts';
import { lastDrawing } from '../../state/drawing/last-drawing.ts';
import { isOfferedAgain, placedDrawing, placeLast } from '../../state/drawing/placed-drawing.ts';
import { showBed } from '../../state/view.ts';
import './place-again.css';

/** Hidden while the bed shows a different job, which has “Place again” in its menu. */
export function PlaceAgain() {
  const last = lastDrawing.value;
  if (last === undefined || placedDrawing.value !== undefined) return null;
  if (!isOfferedAgain(last, shownJob.value)) return null;
  const { again, continueWith } = plotterTexts.drawing;
  const place = () => {
    placeLast(last);
    showBed();
  };
  return (
    <Button icon="retry" class="place-again" onClick={place}>
      {(last.plottedAs === undefined ? continueWith : again)(last.name)}
    </Button>
  );
}
