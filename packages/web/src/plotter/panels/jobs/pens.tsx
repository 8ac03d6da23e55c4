import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { jobName, penName } from '../../state/format.ts';
import './pens.css';

const texts = plotterTexts.jobs;
const maxShown = 8;

/** A pen without a name is called by its colour. */
export function JobPens({ job }: { job: Job }) {
  const { pens } = job;
  if (pens.length === 0) return null;
  const more = pens.length - maxShown;
  const next = 'next' in job.state ? job.state.next : -1;
  const inUse = pens.findLastIndex(({ from }) => from <= next);
  return (
    <ul class="job-pens small soft wrap" aria-label={texts.pens(jobName(job))}>
      {pens.slice(0, maxShown).map(({ name, colour, from }, at) => (
        <li key={`${at} ${from}`} class="ellipsis" aria-current={at === inUse && 'step'}>
          <span aria-hidden={name === colour}>
            <PenDot colour={colour} />
          </span>{' '}
          {penName(name)}
        </li>
      ))}
      {more > 0 && <li class="ellipsis">{texts.morePens(more)}</li>}
    </ul>
  );
}

const withColour = /^(.*) \((#[0-9a-f]{6})\)$/is;

/** A colour at the end of the text is shown as a dot. */
export function PenRequest({ children }: { children: string }) {
  const [, words, colour] = withColour.exec(children) ?? [];
  if (words === undefined || colour === undefined) return <>{children}</>;
  return (
    <>
      {words} <PenDot colour={colour} />
    </>
  );
}

function PenDot({ colour }: { colour: string }) {
  return (
    <svg class="pen-colour" viewBox="0 0 16 16" role="img" aria-label={colour}>
      <circle cx="8" cy="8" r="7" fill={colour} />
    </svg>
  );
}
