import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { commandQueue } from '../console/command-queue.ts';
import { report } from '../run-action.ts';
import { isRunning } from '../store.ts';

/** A second press sends a second request, because the first request may hang. */
export async function stopNow(): Promise<void> {
  const hadJob = isRunning.peek();
  commandQueue.drop();
  const isDone = await report(async () => {
    await plotter.stop();
    return true;
  }, `${plotterTexts.stop.failed} `);
  if (isDone) showToast({ message: hadJob ? plotterTexts.stop.doneJob : plotterTexts.stop.done });
}
