import { signal } from '@preact/signals';
import { scrollTo } from '../../ui/index.ts';
import { act } from '../act.ts';
import { plotter } from '../client.ts';
import { rememberPens } from '../path/job-pens.ts';
import { tellOfJob } from '../script/plot.ts';
import { setAside } from './again.ts';
import { placed } from './placed.ts';
import { makeJob } from './session.ts';

/** How much was sent, from 0 to 1; undefined while nothing is. */
export const sent = signal<number | undefined>(undefined);

/** Sends the plan as it is now. With more than one pen the job asks for each. */
export async function plotDrawing(): Promise<void> {
  const { name } = placed.peek() ?? {};
  if (name === undefined) return;
  const done = await act('plot', async () => {
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
    return { queued, asksForPens: pauses.length > 0 };
  });
  sent.value = undefined;
  if (done === undefined) return;
  setAside();
  tellOfJob(done.queued, done.asksForPens);
  scrollTo('.bed');
}

const longestName = 200;
