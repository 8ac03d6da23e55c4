import { effect } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { lyingNow, offerBack } from './last-drawing.ts';
import { next, type Placed, placed } from './placed-drawing.ts';
import { readWhole } from './read-drawing.ts';
import { reading, takeOver } from './session.ts';

/** A drawing that comes while one lies on the bed is read beside it: a file that cannot be drawn takes nothing away. */
effect(() => {
  const [coming, lying] = [next.value, placed.value];
  if (coming === undefined) return undefined;
  const isAnythingLost = lying !== undefined && reading.peek().state !== 'failed';
  if (!isAnythingLost) {
    next.value = undefined;
    placed.value = coming;
    return undefined;
  }
  const leaving = new AbortController();
  void readBeside(coming, lying, leaving.signal);
  return () => leaving.abort();
});

async function readBeside(coming: Placed, lying: Placed, left: AbortSignal): Promise<void> {
  const read = await readWhole(coming, left);
  if (read === undefined) return;
  if (typeof read === 'object') {
    const before = lyingNow();
    takeOver(coming, read);
    // It may have been placed with care.
    if (before !== undefined) offerBack(before, plotterTexts.drawing.madeRoom(before.name, coming.name));
    return;
  }
  next.value = undefined;
  const message = plotterTexts.drawing.nextFailed(coming.name, read, lying.name);
  showToast({ message, tone: 'danger', durationMs: 15_000 });
}
