import { signal } from '@preact/signals';
import { scrollTo } from '../../ui/index.ts';
import { act } from '../act.ts';
import { plotter } from '../client.ts';
import { rememberPens } from '../path/job-pens.ts';
import { tellOfJob } from '../script/plot.ts';
import { placed, putAwayDrawing } from './placed.ts';
import { makeJob } from './session.ts';

/** How much was sent, from 0 to 1; undefined while nothing is. */
export const sent = signal<number | undefined>(undefined);

/** Sends the plan as it is now. With more than one pen the job asks for each. */
export async function plotDrawing(): Promise<void> {
  const { name } = placed.peek() ?? {};
  if (name === undefined) return;
  const job = await act('plot', async () => {
    const made = await makeJob();
    if (made === undefined) return undefined;
    const { script, pauses, pens } = made;
    const queued = await plotter.queueScript(script, {
      job: { name: name.slice(0, longestName), pauses },
      onProgress: ({ sentBytes, totalBytes }) => {
        sent.value = sentBytes / Math.max(1, totalBytes ?? script.size);
      },
    });
    rememberPens(queued, pens);
    return queued;
  });
  sent.value = undefined;
  if (job === undefined) return;
  putAwayDrawing();
  tellOfJob(job);
  scrollTo('.bed');
}

const longestName = 200;
