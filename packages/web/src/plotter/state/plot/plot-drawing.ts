import { signal } from '@preact/signals';
import { scrollTo } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { setAside } from '../drawing/last-drawing.ts';
import { placed } from '../drawing/placed-drawing.ts';
import { makeJob } from '../drawing/session.ts';
import { act } from '../run-action.ts';
import { wantsSheet, withSheet } from './fresh-sheet.ts';
import { tellOfJob } from './plot-script.ts';

/** How much was sent, from 0 to 1; undefined while nothing is. */
export const sent = signal<number | undefined>(undefined);

/** Sends the plan as it is now. With more than one pen the job asks for each. */
export async function plotDrawing(): Promise<void> {
  const drawing = placed.peek();
  if (drawing === undefined) return;
  const done = await act('plot', async () => {
    const made = await makeJob();
    if (made === undefined) return undefined;
    const { script, pens } = made;
    const pauses = withSheet(made.pauses);
    const asksFor = wantsSheet.peek() ? 'sheet' : pauses.length > 0 ? 'pen' : undefined;
    const queued = await plotter.queueScript(script, {
      job: { name: drawing.name.slice(0, longestName), pauses, pens, liftPenOnFailure: true },
      onProgress: ({ sentBytes, totalBytes }) => {
        sent.value = sentBytes / Math.max(1, totalBytes ?? script.size);
      },
    });
    return { queued, asksFor } as const;
  });
  sent.value = undefined;
  if (done === undefined) return;
  // Another may have taken its place while it was sent.
  if (placed.peek() === drawing) setAside();
  tellOfJob(done.queued, done.asksFor);
  scrollTo('.bed');
}

const longestName = 200;
