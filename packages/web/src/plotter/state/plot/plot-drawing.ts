import { signal } from '@preact/signals';
import { newKey } from '../../../service/new-key.ts';
import { alignTexts } from '../../../texts/align.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { areMarksOutdated } from '../drawing/alignment.ts';
import { drawingSession, plottedPaper } from '../drawing/current-session.ts';
import { moveToLast } from '../drawing/last-drawing.ts';
import { announceJob } from '../jobs/announce-job.ts';
import { firstRequest } from '../jobs/announcement.ts';
import { runAction } from '../run-action.ts';
import { jobKey } from '../store.ts';
import { showBed } from '../view.ts';
import { wantsSheet } from './fresh-sheet.ts';

/** Share of the job that was sent, from 0 to 1; undefined while no job is being sent. */
export const drawingSent = signal<number | undefined>(undefined);

const maxNameLength = 200;

export async function plotDrawing(): Promise<void> {
  const session = drawingSession.peek();
  if (session === undefined) return;
  const settings = session.settings.peek();
  if (settings !== undefined && areMarksOutdated(settings)) {
    showToast({ message: alignTexts.outdated, tone: 'danger' });
    return;
  }
  const plotted = await runAction('plot', async () => {
    const planned = await session.makeJob();
    if (planned === undefined) return undefined;
    const { script, ...plan } = planned;
    const job = await plotter.queueScript(script, {
      // Browsers repeat a request after a lost connection. With the key, the service plots the job only once.
      idempotencyKey: newKey(),
      job: {
        ...plan,
        name: session.drawing.name.slice(0, maxNameLength),
        liftPenOnFailure: true,
        newSheet: wantsSheet.peek() && settings?.marks === undefined,
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
  // The user may have placed a different drawing in the meantime.
  if (drawingSession.peek() === session) moveToLast(job);
  announceJob(job, request);
  showBed();
}
