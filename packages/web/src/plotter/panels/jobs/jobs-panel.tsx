import { useState } from 'preact/hooks';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, EmptyState, Panel } from '../../../ui/index.ts';
import { jobs } from '../../state/store.ts';
import { JobRow } from './job-row.tsx';
import './jobs.css';

const texts = plotterTexts.jobs;
const firstShown = 4;

export function JobsPanel() {
  const [showsAll, showAll] = useState(false);
  const list = jobs.value;
  const waiting = list?.filter(({ state }) => state.state === 'queued').length ?? 0;
  // What goes on or waits is never hidden.
  const open = list?.filter(({ state }) => !['done', 'failed', 'cancelled'].includes(state.state)) ?? [];
  const over = list?.filter((job) => !open.includes(job)) ?? [];
  const isHidden = !showsAll && over.length > firstShown;
  const rows = [...open, ...(isHidden ? over.slice(0, firstShown) : over)].toSorted((a, b) => b.id - a.id);
  return (
    <Panel title={texts.title} aside={waiting > 0 ? texts.waiting(waiting) : undefined}>
      {list === undefined && <p class="soft">{plotterTexts.loading}</p>}
      {list?.length === 0 && <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
      {rows.length > 0 && (
        <ul class="jobs">
          {rows.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {isHidden && (
        <Button kind="quiet" onClick={() => showAll(true)}>
          {texts.showAll(open.length + over.length)}
        </Button>
      )}
    </Panel>
  );
}
