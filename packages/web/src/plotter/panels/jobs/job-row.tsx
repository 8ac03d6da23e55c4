import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import {
  Bar,
  Button,
  formatDuration,
  formatPercent,
  type IconName,
  Menu,
  type MenuItem,
} from '../../../ui/index.ts';
import { shownJob } from '../../state/bed/shown.ts';
import { describeRefusal } from '../../state/describe-refusal.ts';
import { jobName } from '../../state/format.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { isBusy } from '../../state/run-action.ts';
import { isReachable } from '../../state/store.ts';

import { JobPens, PenRequest } from './pens.tsx';

const texts = plotterTexts.jobs;
type State = Job['state']['state'];
type Verb = 'pause' | 'resume' | 'cancel' | 'rerun';

const buttonsOf: Record<State, readonly Verb[]> = {
  queued: ['cancel'],
  held: ['resume', 'cancel'],
  running: ['pause', 'cancel'],
  pausing: ['resume', 'cancel'],
  paused: ['resume', 'cancel'],
  cancelling: [],
  done: ['rerun'],
  failed: ['rerun'],
  cancelled: ['rerun'],
  interrupted: ['resume', 'rerun', 'cancel'],
};
const icons: Record<Verb, IconName> = {
  pause: 'pause',
  resume: 'play',
  cancel: 'cross',
  rerun: 'retry',
};
const tones: Partial<Record<State, string>> = {
  done: 'good',
  failed: 'bad',
  interrupted: 'now',
  paused: 'now',
  running: 'now',
};

export function JobRow({ job }: { job: Job }) {
  const { state } = job.state;
  const name = jobName(job);
  const isShown = shownJob.value?.id === job.id;
  return (
    <li class={`job ${isShown ? 'job-shown' : ''}`} data-state={state}>
      <div class="job-head">
        <h3 class="job-name">{name}</h3>
        <span class={`job-state job-state-${tones[state] ?? 'plain'}`}>{texts.state[state]}</span>
        <Menu label={texts.more(name)} items={menuOf(job)} />
      </div>
      <p class="job-facts">{facts(job)}</p>
      <JobPens job={job} />
      {'reason' in job.state && job.state.reason !== undefined && (
        <p class="job-reason">
          <PenRequest>{describeRefusal(job.state.reason)}</PenRequest>
        </p>
      )}
      {'next' in job.state && (
        <Bar
          label={texts.progress(name)}
          part={job.progress}
          valueText={formatPercent(job.progress)}
          tone={state === 'failed' ? 'danger' : 'accent'}
        />
      )}
      {buttonsOf[state].length > 0 && (
        <div class="job-actions">
          {buttonsOf[state].map((verb) => (
            <VerbButton key={verb} verb={verb} job={job} />
          ))}
        </div>
      )}
    </li>
  );
}

function VerbButton({ verb, job }: { verb: Verb; job: Job }) {
  const run = jobActions[verb];
  const needsConnection = verb === 'resume' && job.state.state !== 'pausing';
  const isUnreachable = needsConnection && !isReachable.value;
  return (
    <Button
      kind={verb === 'cancel' ? 'quiet' : 'plain'}
      class="job-action"
      icon={icons[verb]}
      busy={isBusy(`job ${job.id} ${verb}`)}
      disabled={isUnreachable}
      title={isUnreachable ? plotterTexts.attention.notConnected : undefined}
      aria-label={texts.action(texts[verb], jobName(job))}
      onClick={() => void run(job)}
    >
      {texts[verb]}
    </Button>
  );
}

function facts(job: Job): string {
  const parts = [texts.commands(job.total)];
  if ('next' in job.state) parts.push(formatPercent(job.progress));
  if (job.state.state === 'cancelling') return parts.join(' · ');
  if (job.remainingMs !== null) parts.push(texts.left(formatDuration(job.remainingMs / 1000)));
  else if (job.total > 0) parts.push(texts.takes(formatDuration(Math.max(1, job.estimatedMs / 1000))));
  return parts.join(' · ');
}

function menuOf(job: Job): MenuItem[] {
  const items: MenuItem[] = [{ icon: 'eye', label: texts.show, run: () => jobActions.show(job) }];
  if (!buttonsOf[job.state.state].includes('rerun')) {
    items.push({ icon: 'retry', label: texts.rerun, run: () => void jobActions.rerun(job) });
  }
  const hasMachine = ['running', 'pausing', 'paused', 'cancelling'].includes(job.state.state);
  if (!hasMachine) {
    items.push({ icon: 'trash', label: texts.remove, run: () => void jobActions.remove(job), danger: true });
  }
  return items;
}
