import type { BoardJob } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Badge, BarWithWords, QueuePosition, QueueRow, type RowPlace, type Tone } from '../../../ui/index.ts';
import { DeviceLinkById } from '../../components/device-link.tsx';
import { describeReason, reasonOf } from '../../state/describe-reason.ts';
import { deviceName } from '../../state/device-order.ts';
import { formatWhen } from '../../state/format-when.ts';
import { draggedJob, dropOnJob, jobName } from '../../state/job-actions.ts';
import { progressOf } from '../../state/queue-lists.ts';
import type { JobState } from '../../state/store.ts';
import { JobMenu } from './job-menu.tsx';

const texts = boardTexts.queue;

const tones: Partial<Record<JobState, Tone>> = {
  plotting: 'now',
  paused: 'now',
  interrupted: 'bad',
  failed: 'bad',
  done: 'good',
};

interface JobRowProps extends RowPlace {
  job: BoardJob;
  isOrdered: boolean;
}

export function JobRow({ job, position, of, isOrdered }: JobRowProps) {
  const { state } = job;
  const name = jobName(job);
  const progress = progressOf(job);
  const reason = reasonOf(job);
  const whyNot = job.whyNot.map(describeReason);
  return (
    <QueueRow
      class="queue-job"
      item={job}
      name={name}
      state={state.state}
      aria-posinset={position}
      aria-setsize={of}
      dragging={isOrdered ? { item: draggedJob, drop: dropOnJob } : undefined}
    >
      {isOrdered && <QueuePosition at={position} />}
      <div class="queue-words stack gap-1 grow">
        <p class="queue-name">
          <strong>{name}</strong>
          {job.copies > 1 && <span class="soft small">{texts.copy(job.copy, job.copies)}</span>}
        </p>
        <p class="queue-facts small soft">
          {/* A waiting job has its position instead of a badge. */}
          {state.state !== 'waiting' && <Badge tone={tones[state.state]}>{texts.state[state.state]}</Badge>}
          {'device' in state ? <DeviceLinkById id={state.device} /> : <span>{describeClass(job)}</span>}
          {['done', 'failed', 'cancelled'].includes(state.state) && <span>{formatWhen(job.createdAt)}</span>}
        </p>
        {progress !== undefined && (
          <BarWithWords
            class="bar-beside"
            label={texts.progress(name)}
            part={progress}
            valueText={formatPercent(progress)}
          />
        )}
        {reason !== '' && <p class="small two-lines">{reason}</p>}
        {whyNot.length > 0 && (
          <p class="small danger two-lines" title={whyNot.join('\n')}>
            {texts.nobody(whyNot.join(' '))}
          </p>
        )}
      </div>
      <JobMenu job={job} />
    </QueueRow>
  );
}

function describeClass({ class: wanted, priority }: BoardJob): string {
  const { paper, pens = [], tags = [], device } = wanted;
  const parts = [
    ...(priority === 'normal' ? [] : [texts.priorities[priority]]),
    ...(device === undefined ? [] : [texts.only(deviceName(device))]),
    ...(paper === undefined ? [] : [texts.paper(paper)]),
    ...pens.map((pen) => texts.pen(pen)),
    ...tags,
  ];
  return parts.length === 0 ? texts.any : parts.join(' · ');
}
