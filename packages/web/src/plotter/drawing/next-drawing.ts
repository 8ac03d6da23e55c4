import { effect } from '@preact/signals';
import { plotterTexts } from '../../texts/plotter.ts';
import { showToast } from '../../ui/index.ts';
import { lies, next, type Placed, placed, takeDrawing } from './placed.ts';
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
    const lay = lies.peek() ?? lying.lay;
    takeOver(coming, read);
    offer({ ...lying, ...(lay && { lay }) }, coming.name);
    return;
  }
  next.value = undefined;
  const message = plotterTexts.drawing.nextFailed(coming.name, read, lying.name);
  showToast({ message, tone: 'danger', durationMs: 15_000 });
}

/** What lay there may have been placed with care. */
function offer(before: Placed, comingName: string): void {
  const texts = plotterTexts.drawing;
  showToast({
    message: texts.madeRoom(before.name, comingName),
    action: { label: texts.putBack, run: () => takeDrawing(before) },
    durationMs: 10_000,
  });
}
