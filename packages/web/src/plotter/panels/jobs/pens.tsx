import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { jobName } from '../../state/format.ts';
import { PenDot } from './pen-dot.tsx';

const texts = plotterTexts.jobs;
const mostShown = 8;

/** What a job is drawn with, in order. A pen that is called by its colour is shown and not spelled. */
export function JobPens({ job }: { job: Job }) {
  const { pens } = job;
  if (pens.length === 0) return null;
  const more = pens.length - mostShown;
  return (
    <ul class="job-pens" aria-label={texts.pens(jobName(job))}>
      {pens.slice(0, mostShown).map(({ name, colour, from }, at) => (
        <li key={`${at} ${from}`}>
          <PenDot colour={colour} /> {name !== colour && name}
        </li>
      ))}
      {more > 0 && <li>{texts.morePens(more)}</li>}
    </ul>
  );
}
