import type { Job } from '@stationery/client';
import type { ComponentChildren } from 'preact';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Icon, type IconName } from '../../../ui/index.ts';
import { shown, shownJob } from '../../state/bed/shown.ts';
import { describeRefusal } from '../../state/describe-refusal.ts';
import { jobName, mm } from '../../state/format.ts';
import { isBusy } from '../../state/run-action.ts';
import { currentJob, isReachable, machine } from '../../state/store.ts';
import './attention.css';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { PenRequest } from './pens.tsx';

const texts = plotterTexts.attention;

/** Where a drawing waits for a person, this says for what, beside the picture of where it will continue. */
export function Attention() {
  const current = currentJob.value;
  if (current?.state.state === 'paused') return <Paused job={current} />;
  const job = shownJob.value;
  const isShown = shown.value?.of !== 'draft';
  return job?.state.state === 'interrupted' && isShown ? <Interrupted job={job} /> : null;
}

function Paused({ job }: { job: Job }) {
  const reason = job.state.state === 'paused' ? job.state.reason : undefined;
  return (
    <Card icon="pause" title={reason ?? texts.pausedTitle} text={texts.paused} reason={undefined}>
      <Button
        kind="primary"
        icon="play"
        busy={isBusy(`job ${job.id} resume`)}
        onClick={() => void jobActions.resume(job)}
      >
        {texts.resume}
      </Button>
      <Button kind="quiet" onClick={() => void jobActions.cancel(job)}>
        {texts.cancel}
      </Button>
    </Card>
  );
}

function Interrupted({ job }: { job: Job }) {
  const isRelative = machine.value?.coordinates === 'relative';
  const reason = 'reason' in job.state ? job.state.reason : undefined;
  return (
    <Card
      icon="alert"
      title={texts.interruptedTitle(jobName(job))}
      text={whereOn(job, isRelative)}
      reason={reason}
    >
      {job.resumePoint !== null && (
        <Button
          kind="primary"
          icon="play"
          disabled={!isReachable.value}
          title={isReachable.value ? undefined : texts.notConnected}
          busy={isBusy(`job ${job.id} resume`)}
          onClick={() => void jobActions.resume(job)}
        >
          {texts.resume}
        </Button>
      )}
      <Button icon="retry" onClick={() => void jobActions.rerun(job)}>
        {texts.rerun}
      </Button>
      <Button kind="quiet" onClick={() => void jobActions.cancel(job)}>
        {texts.cancel}
      </Button>
    </Card>
  );
}

function whereOn({ resumePoint }: Job, isRelative: boolean): string {
  if (isRelative) return texts.relative;
  if (resumePoint === null) return texts.commandsLost;
  if (resumePoint.position === null) return texts.fromPenPosition;
  const { x, y } = resumePoint.position;
  return `${texts.interrupted(mm(x), mm(y))} ${texts.moved}`;
}

function Card(parts: {
  icon: IconName;
  title: string;
  reason: string | undefined;
  text: string;
  children: ComponentChildren;
}) {
  return (
    <section class="attention" role="status">
      <Icon name={parts.icon} size={28} />
      <div class="attention-words">
        <h3 class="attention-title">
          <PenRequest>{parts.title}</PenRequest>
        </h3>
        {parts.reason !== undefined && <p>{describeRefusal(parts.reason)}</p>}
        <p class="soft">{parts.text}</p>
      </div>
      <div class="attention-actions">{parts.children}</div>
    </section>
  );
}
