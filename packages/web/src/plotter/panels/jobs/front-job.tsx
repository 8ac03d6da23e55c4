import type { Job } from '@stationery/client';
import { isBusy } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { formatPercent } from '../../../ui/format.ts';
import { Bar, Button, Icon, type IconName } from '../../../ui/index.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { jobName, mm } from '../../state/format.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { frontJob } from '../../state/jobs/job-lists.ts';
import { isReachable, machine } from '../../state/store.ts';
import './front-job.css';
import { JobFacts, JobMenu, VerbButton } from './job-parts.tsx';
import { JobPens, PenRequest } from './pens.tsx';

const texts = plotterTexts.attention;

export function FrontJob() {
  const job = frontJob.value;
  if (job === undefined) return null;
  const { state } = job.state;
  const name = jobName(job);
  const asks = state === 'paused' || state === 'interrupted';
  return (
    <section class={`panel front-job ${asks ? 'front-job-asks' : ''}`} data-state={state} aria-label={name}>
      {job.state.state === 'paused' && (
        <Request icon="pause" title={describeReason(job.state) || texts.pausedTitle} text={texts.paused} />
      )}
      {job.state.state === 'interrupted' && (
        <Request
          icon="alert"
          title={texts.interruptedTitle(name)}
          reason={describeReason(job.state)}
          text={whereOn(job, machine.value?.coordinates === 'relative')}
        />
      )}
      {asks && <AskedActions job={job} />}
      <div class="front-job-head row">
        <h3 class="job-name grow bold ellipsis">{name}</h3>
        <JobMenu job={job} />
      </div>
      <Bar
        label={plotterTexts.jobs.progress(name)}
        part={job.progress}
        valueText={formatPercent(job.progress)}
      />
      <div class="front-job-facts row wrap">
        <JobFacts job={job} />
        <JobPens job={job} />
      </div>
      {!asks && state !== 'cancelling' && (
        <div class="front-job-actions wrap">
          <VerbButton verb={state === 'running' ? 'pause' : 'resume'} job={job} />
          <VerbButton verb="cancel" job={job} />
        </div>
      )}
    </section>
  );
}

function AskedActions({ job }: { job: Job }) {
  const { resume, rerun, cancel } = plotterTexts.jobs;
  const isInterrupted = job.state.state === 'interrupted';
  const isDisabled = isInterrupted && !isReachable.value;
  return (
    <div class="front-job-actions wrap">
      {(!isInterrupted || job.resumePoint !== null) && (
        <Button
          kind="primary"
          icon="play"
          disabled={isDisabled}
          title={isDisabled ? texts.notConnected : undefined}
          busy={isBusy(`job ${job.id} resume`)}
          onClick={() => void jobActions.resume(job)}
        >
          {resume}
        </Button>
      )}
      {isInterrupted && (
        <Button icon="retry" onClick={() => void jobActions.rerun(job)}>
          {rerun}
        </Button>
      )}
      <Button kind="quiet" onClick={() => void jobActions.cancel(job)}>
        {cancel}
      </Button>
    </div>
  );
}

function whereOn({ resumePoint }: Job, isRelative: boolean): string {
  if (isRelative) return texts.relative;
  if (resumePoint === null) return texts.commandsLost;
  if (resumePoint.position === null) return texts.fromPenPosition;
  const { x, y } = resumePoint.position;
  return `${texts.interrupted(mm(x), mm(y))} ${texts.moved}`;
}

interface RequestProps {
  icon: IconName;
  title: string;
  reason?: string | undefined;
  text: string;
}

function Request({ icon, title, reason, text }: RequestProps) {
  return (
    <div class="request" role="status">
      <Icon name={icon} size={24} />
      <div class="stack gap-1 small">
        <h2 class="large">
          <PenRequest>{title}</PenRequest>
        </h2>
        {reason !== undefined && <p>{reason}</p>}
        <p>{text}</p>
      </div>
    </div>
  );
}
