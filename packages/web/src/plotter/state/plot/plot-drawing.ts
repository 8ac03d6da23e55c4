import { signal } from '@preact/signals';
import type { JobPen } from '@stationery/drawing';
import { newKey } from '../../../service/new-key.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { scrollTo } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { drawingSession } from '../drawing/current-session.ts';
import { moveToLast } from '../drawing/last-drawing.ts';
import { announceJob } from '../jobs/announce-job.ts';
import { runAction } from '../run-action.ts';
import { firstRequest, withSheetPause } from './fresh-sheet.ts';

/** How much was sent, from 0 to 1; undefined while nothing is being sent. */
export const drawingSent = signal<number | undefined>(undefined);

const longestName = 200;

/** Sends the current plan as a job. With more than one pen the job asks for each. */
export async function plotDrawing(): Promise<void> {
  const session = drawingSession.peek();
  if (session === undefined) return;
  const done = await runAction('plot', async () => {
    const planned = await session.makeJob();
    if (planned === undefined) return undefined;
    const { script, pens, stepsPerMm } = planned;
    const pauses = withSheetPause(planned.pauses.map((pause) => inPageLanguage(pause, pens)));
    const request = firstRequest(pauses);
    const job = await plotter.queueScript(script, {
      // A browser sends a request again by itself where its connection was lost: the drawing is plotted once.
      idempotencyKey: newKey(),
      job: {
        ...{ name: session.drawing.name.slice(0, longestName), pauses, pens, stepsPerMm },
        liftPenOnFailure: true,
      },
      onProgress: ({ sentBytes, totalBytes }) => {
        drawingSent.value = sentBytes / Math.max(1, totalBytes ?? script.size);
      },
    });
    return { job, request };
  });
  drawingSent.value = undefined;
  if (done === undefined) return;
  // Another drawing may have taken its place while it was sent.
  if (drawingSession.peek() === session) moveToLast(done.job);
  announceJob(done.job, done.request);
  scrollTo('.bed');
}

/** A pause of the plan asks for a pen. A pen that is named after its colour is named once. */
function inPageLanguage<T extends { before: number; reason: string }>(pause: T, pens: readonly JobPen[]): T {
  const at = pens.findIndex(({ from }) => from === pause.before);
  const pen = pens[at];
  if (pen === undefined) return pause;
  const [name, colour] = [pen.name.slice(0, 120), pen.colour.slice(0, 20)];
  const isColour = name.toLowerCase() === colour.toLowerCase();
  const reason = plotterTexts.sheet.penReason(at + 1, pens.length, isColour ? colour : `${name} (${colour})`);
  return { ...pause, reason };
}
