import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { dropWaiting } from '../console/command-queue.ts';
import { act } from '../run-action.ts';
import { isRunning } from '../store.ts';

/** Halts the machine. Asked for twice, it is asked twice: one request may hang where another gets through. */
let asked = 0;

export async function stopNow(): Promise<void> {
  const hadJob = isRunning.peek();
  asked += 1;
  dropWaiting();
  const isDone = await act(
    `stop ${asked}`,
    async () => {
      await plotter.stop();
      return true;
    },
    `${plotterTexts.stop.failed} `,
  );
  if (isDone) showToast({ message: hadJob ? plotterTexts.stop.doneJob : plotterTexts.stop.done });
}
