import { useSignal } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';
import { acceptedDrawings } from '@stationery/contract/drawing-formats';
import { useId } from 'preact/hooks';
import { boardTexts } from '../../../texts/board.ts';
import { number } from '../../../texts/format.ts';
import { bound } from '../../../ui/bound.ts';
import { EmptyState, FileButton, LongList, Panel, Segmented } from '../../../ui/index.ts';
import { jobName } from '../../state/job-actions.ts';
import { activeJobs, overJobs, overTotal, waitingJobs } from '../../state/queue-lists.ts';
import { isViewer } from '../../state/store.ts';
import { offerDrawings } from '../../state/submit-drawings.ts';
import { JobRow } from './job-row.tsx';
import './queue.css';

const texts = boardTexts.queue;
type View = 'open' | 'over';

export function QueuePanel() {
  const view = useSignal<View>('open');
  const open = activeJobs.value.length + waitingJobs.value.length;
  return (
    <Panel
      title={texts.title}
      aside={boardTexts.openJobs(open)}
      actions={isViewer.value ? undefined : <AddDrawingButton />}
      class="queue scroll-shade"
      anchor="queue"
    >
      <Segmented label={texts.show} options={texts.views} {...bound(view)} />
      {view.value === 'open' ? <OpenJobs /> : <OverJobs />}
    </Panel>
  );
}

function OpenJobs() {
  const [active, waiting] = [activeJobs.value, waitingJobs.value];
  if (active.length + waiting.length === 0)
    return <EmptyState title={texts.emptyTitle}>{isViewer.value ? undefined : texts.empty}</EmptyState>;
  return (
    <>
      {active.length > 0 && <JobSection title={texts.active} jobs={active} />}
      {waiting.length > 0 && <JobSection title={texts.waiting} jobs={waiting} isOrdered />}
    </>
  );
}

function OverJobs() {
  const over = overJobs.value;
  if (over.length === 0) return <p class="soft">{texts.nothingOver}</p>;
  return (
    <>
      <JobSection title={texts.views.over} jobs={over} count={overTotal.value} />
      {overTotal.value > over.length && (
        <p class="soft small">{texts.moreOver(overTotal.value - over.length)}</p>
      )}
    </>
  );
}

interface JobSectionProps {
  title: string;
  jobs: readonly BoardJob[];
  count?: number;
  isOrdered?: boolean;
}

function JobSection({ title, jobs, count = jobs.length, isOrdered = false }: JobSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} class="large">
        {title} <span class="panel-aside small soft">{number(count)}</span>
      </h3>
      <LongList items={jobs} rowPixels={64} nameOf={jobName}>
        {(job, position, of) => (
          <JobRow
            key={job.id}
            job={job}
            position={position}
            of={of}
            isOrdered={isOrdered && !isViewer.value}
          />
        )}
      </LongList>
    </section>
  );
}

function AddDrawingButton() {
  return (
    <FileButton kind="primary" icon="plus" accept={acceptedDrawings()} multiple onFiles={offerDrawings}>
      {boardTexts.submit.add}
    </FileButton>
  );
}
