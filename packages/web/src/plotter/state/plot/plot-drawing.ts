import { signal } from '@preact/signals';
import { newKey } from '../../../service/new-key.ts';
import { plotter } from '../../client.ts';
import { drawingSession, plottedPaper } from '../drawing/current-session.ts';
import { moveToLast } from '../drawing/last-drawing.ts';
import { announceJob } from '../jobs/announce-job.ts';
import { firstRequest } from '../jobs/announcement.ts';
import { runAction } from '../run-action.ts';
import { jobKey } from '../store.ts';
import { showBed } from '../view.ts';
import { wantsSheet } from './fresh-sheet.ts';

/** How much was sent, from 0 to 1; undefined while nothing is being sent. */
export const drawingSent = signal<number | undefined>(undefined);

const maxNameLength = 200;

/** Sends the current plan as a job. With more than one pen the job asks for each. */
export async function plotDrawing(): Promise<void> {
  const session = drawingSession.peek();
  if (session === undefined) return;
  const plotted = await runAction('plot', async () => {
    const planned = await session.makeJob();
    if (planned === undefined) return undefined;
    const { script, ...plan } = planned;
    const job = await plotter.queueScript(script, {
      // Browsers repeat a request after a lost connection; the key makes it one plot.
      idempotencyKey: newKey(),
      job: {
        ...plan,
        name: session.drawing.name.slice(0, maxNameLength),
        liftPenOnFailure: true,
        newSheet: wantsSheet.peek(),
      },
      onProgress: ({ sentBytes, totalBytes }) => {
        drawingSent.value = sentBytes / Math.max(1, totalBytes ?? script.size);
      },
    });
    return { job, request: firstRequest(job, plan.pauses) };
  });
  drawingSent.value = undefined;
  if (plotted === undefined) return;
  const { job, request } = plotted;
  plottedPaper.value = { job: jobKey(job), bounds: session.paperOnBed.peek() };
  // A different drawing may have been placed meanwhile.
  if (drawingSession.peek() === session) moveToLast(job);
  announceJob(job, request);
  showBed();
}
