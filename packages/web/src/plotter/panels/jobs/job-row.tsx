import type { Signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { QueuePosition, QueueRow } from '../../../ui/index.ts';
import { shownJob } from '../../state/bed/shown-job.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { jobName } from '../../state/format.ts';
import { type Thumbnail, thumbnails } from '../../state/jobs/thumbnails.ts';
import { JobFacts, JobMenu, type Verb, VerbButton } from './job-parts.tsx';
import { JobPens, PenRequest } from './pens.tsx';

/** The other actions are in the menu. */
const smallButtons: Partial<Record<Job['state']['state'], Verb>> = {
  queued: 'cancel',
  held: 'cancel',
  done: 'rerun',
  failed: 'rerun',
  cancelled: 'rerun',
};

interface JobRowProps {
  job: Job;
  /** Counted from 1. */
  position?: number;
  /** Missing if rows cannot be moved. */
  dragged?: Signal<Job | undefined>;
  onDrop?: (onto: Job) => void;
}

export function JobRow({ job, position, dragged, onDrop }: JobRowProps) {
  const { state } = job.state;
  const isShown = shownJob.value?.id === job.id;
  const small = smallButtons[state];
  const reason = 'reason' in job.state ? describeReason(job.state) : '';
  return (
    <QueueRow
      class={`job ${isShown ? 'job-shown' : ''}`}
      item={job}
      name={jobName(job)}
      state={state}
      dragging={dragged && onDrop && { item: dragged, drop: onDrop }}
    >
      {position === undefined ? <JobThumbnail job={job} /> : <QueuePosition at={position} />}
      <div class="job-words stack gap-1 grow">
        <h3 class="job-name grow bold ellipsis">{jobName(job)}</h3>
        <JobFacts job={job} />
        <JobPens job={job} />
        {reason !== '' && (
          <p class="job-reason">
            <PenRequest>{reason}</PenRequest>
          </p>
        )}
        {state === 'held' && <VerbButton verb="resume" job={job} />}
        {state === 'interrupted' && (
          <div class="wrap">
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
    </QueueRow>
  );
}

/** Loaded when it becomes visible. */
function JobThumbnail({ job }: { job: Job }) {
  const [thumbnail, show] = useState<Thumbnail | undefined>(undefined);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      void thumbnails.get(job).then((made) => isGone || show(made));
    });
    observer.observe(element.current!);
    return () => {
      isGone = true;
      observer.disconnect();
    };
  }, [job.id]);
  return (
    <div ref={element} class="job-thumbnail">
      {thumbnail && (
        <svg viewBox={thumbnail.viewBox} width="100%" height="100%" aria-hidden="true">
          <path d={thumbnail.path} vector-effect="non-scaling-stroke" />
        </svg>
      )}
    </div>
  );
}
