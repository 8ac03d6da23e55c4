import { useSignal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { useId, useState } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, EmptyState } from '../../../ui/index.ts';
import { placeOnDrop } from '../../../ui/queue-moves.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { frontJob, interruptedJobs, pastJobs, queuedJobs } from '../../state/jobs/job-lists.ts';
import { jobs } from '../../state/store.ts';
import { JobRow } from './job-row.tsx';
import './jobs.css';

const texts = plotterTexts.jobs;
const firstShown = 8;

export function JobsPanel() {
  const [showsAll, showAll] = useState(false);
  const list = jobs.value;
  const queue = queuedJobs.value;
  const past = pastJobs.value;
  const isOnlyFront = list?.length === 1 && frontJob.value !== undefined;
  const isHidden = !showsAll && past.length > firstShown;
  const waiting = queue.filter(({ state }) => state.state === 'queued').length;
  return (
    <div class="panel jobs-panel scroll-shade">
      {list === undefined && <p class="soft">{sharedTexts.loading}</p>}
      {list?.length === 0 && <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
      {isOnlyFront && (
        <section class="jobs-section stack">
          <h2 class="panel-title">{plotterTexts.queue.title}</h2>
          <p class="soft">{plotterTexts.queue.empty}</p>
        </section>
      )}
      {interruptedJobs.value.length > 0 && (
        <JobSection title={texts.state.interrupted} jobs={interruptedJobs.value} />
      )}
      {queue.length > 0 && (
        <JobSection
          title={plotterTexts.queue.title}
          aside={waiting > 0 ? texts.waiting(waiting) : undefined}
          jobs={queue}
          isNumbered
        />
      )}
      {past.length > 0 && (
        <JobSection title={plotterTexts.history.title} jobs={isHidden ? past.slice(0, firstShown) : past} />
      )}
      {isHidden && (
        <Button kind="quiet" onClick={() => showAll(true)}>
          {texts.showAll(past.length)}
        </Button>
      )}
    </div>
  );
}

interface JobSectionProps {
  title: string;
  aside?: string | undefined;
  jobs: readonly Job[];
  isNumbered?: boolean;
}

function JobSection({ title, aside, jobs, isNumbered = false }: JobSectionProps) {
  const id = useId();
  const dragged = useSignal<Job | undefined>(undefined);
  const drop = (onto: Job) => {
    const place = dragged.peek() && placeOnDrop(jobs, dragged.peek()!, onto);
    if (place !== undefined) void jobActions.move(dragged.peek()!, place);
    dragged.value = undefined;
  };
  return (
    <section class="jobs-section stack" aria-labelledby={id}>
      <header class="jobs-head">
        <h2 id={id} class="panel-title">
          {title}
        </h2>
        {aside !== undefined && <span class="panel-aside small soft">{aside}</span>}
      </header>
      <ol>
        {jobs.map((job, at) => (
          <JobRow
            key={job.id}
            job={job}
            {...(isNumbered ? { position: at + 1, dragged, onDrop: drop } : {})}
          />
        ))}
      </ol>
    </section>
  );
}
