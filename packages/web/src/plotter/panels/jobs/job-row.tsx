import type { Job } from '@stationery/client';
import { shownJob } from '../../state/bed/shown.ts';
import { describeRefusal } from '../../state/describe-refusal.ts';
import { jobName } from '../../state/format.ts';
import { JobFacts, JobMenu, type Verb, VerbButton } from './job-parts.tsx';
import { JobThumbnail } from './job-thumbnail.tsx';
import { JobPens, PenRequest } from './pens.tsx';

/** What is done most with a job in this state. The rest is in its menu. */
const smallButtons: Partial<Record<Job['state']['state'], Verb>> = {
  queued: 'cancel',
  held: 'cancel',
  done: 'rerun',
  failed: 'rerun',
  cancelled: 'rerun',
};

interface JobRowProps {
  job: Job;
  /** Its place in the queue, from 1. */
  position?: number;
}

export function JobRow({ job, position }: JobRowProps) {
  const { state } = job.state;
  const isShown = shownJob.value?.id === job.id;
  const small = smallButtons[state];
  return (
    <li class={`job ${isShown ? 'job-shown' : ''}`} data-state={state}>
      {position === undefined ? <JobThumbnail job={job} /> : <span class="job-position">{position}</span>}
      <div class="job-words">
        <h3 class="job-name">{jobName(job)}</h3>
        <JobFacts job={job} />
        <JobPens job={job} />
        {'reason' in job.state && job.state.reason !== undefined && (
          <p class="job-reason">
            <PenRequest>{describeRefusal(job.state.reason)}</PenRequest>
          </p>
        )}
        {state === 'held' && <VerbButton verb="resume" job={job} />}
        {state === 'interrupted' && (
          <div class="job-actions">
            <VerbButton verb="resume" job={job} />
            <VerbButton verb="rerun" job={job} />
            <VerbButton verb="cancel" job={job} />
          </div>
        )}
      </div>
      <div class="job-side">
        {small && <VerbButton verb={small} job={job} isSmall />}
        <JobMenu job={job} />
      </div>
    </li>
  );
}
