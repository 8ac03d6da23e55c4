import type { Job } from '@stationery/client';
import { isBusy } from '../../../service/index.ts';
import { locale } from '../../../texts/language.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { formatDuration, formatPercent } from '../../../ui/format.ts';
import {
  Badge,
  Button,
  IconButton,
  type IconName,
  Menu,
  type MenuItem,
  type Tone,
} from '../../../ui/index.ts';
import { placeAfterMove, type QueueMove } from '../../../ui/queue-moves.ts';
import { alignJobDialog, photoDialog, restDialog } from '../../state/dialogs.ts';
import { jobName } from '../../state/format.ts';
import { jobActions } from '../../state/jobs/job-actions.ts';
import { queuedJobs } from '../../state/jobs/job-lists.ts';
import { isReachable } from '../../state/store.ts';

const texts = plotterTexts.jobs;
type State = Job['state']['state'];
export type Verb = 'pause' | 'resume' | 'cancel' | 'rerun';

const icons: Record<Verb, IconName> = {
  pause: 'pause',
  resume: 'play',
  cancel: 'cross',
  rerun: 'retry',
};

const moveIcons: Record<QueueMove, IconName> = { first: 'to-top', up: 'up', down: 'down', last: 'to-bottom' };

const tones: Partial<Record<State, Tone>> = {
  done: 'good',
  failed: 'bad',
  interrupted: 'now',
  paused: 'now',
  running: 'now',
};

interface VerbButtonProps {
  verb: Verb;
  job: Job;
  isSmall?: boolean;
}

export function VerbButton({ verb, job, isSmall = false }: VerbButtonProps) {
  const needsConnection = verb === 'resume' && job.state.state !== 'pausing';
  const isUnreachable = needsConnection && !isReachable.value;
  const label = texts.action(texts[verb], jobName(job));
  const isBusyNow = isBusy(`job ${job.id} ${verb}`);
  const run = () => void jobActions[verb](job);
  if (isSmall) return <IconButton icon={icons[verb]} label={label} disabled={isBusyNow} onClick={run} />;
  return (
    <Button
      kind={verb === 'cancel' ? 'quiet' : 'plain'}
      class="button-small"
      icon={icons[verb]}
      busy={isBusyNow}
      disabled={isUnreachable}
      title={isUnreachable ? plotterTexts.attention.notConnected : undefined}
      aria-label={label}
      onClick={run}
    >
      {texts[verb]}
    </Button>
  );
}

export function JobFacts({ job }: { job: Job }) {
  const { state } = job.state;
  return (
    <p class="job-facts wrap">
      {/* A queued job has its position instead of a badge. */}
      {state !== 'queued' && <Badge tone={tones[state]}>{texts.state[state]}</Badge>}
      <span>{factsOf(job)}</span>
      {job.alignment && <span>{texts.aligned(job.alignment)}</span>}
    </p>
  );
}

function factsOf(job: Job): string {
  const { state } = job.state;
  const percent = 'next' in job.state ? [formatPercent(job.progress)] : [];
  if (job.endedAt !== null) return [...percent, ...pastFacts(job.endedAt, job.durationMs)].join(' · ');
  if (state === 'cancelling') return percent.join(' · ');
  if (job.remainingMs !== null)
    return [...percent, texts.left(formatDuration(job.remainingMs / 1000))].join(' · ');
  if (job.total === 0) return texts.commands(0);
  return [...percent, texts.takes(formatDuration(Math.max(1, job.estimatedMs / 1000)))].join(' · ');
}

function pastFacts(endedAt: string, durationMs: number | null): string[] {
  const end = formatEnd(endedAt, new Date());
  if (durationMs === null) return [end];
  return [plotterTexts.history.took(formatDuration(Math.max(1, durationMs / 1000))), end];
}

export function JobMenu({ job }: { job: Job }) {
  const { state } = job.state;
  const items: MenuItem[] = [{ icon: 'eye', label: texts.show, run: () => jobActions.show(job) }];
  const hasRerunButton = ['done', 'failed', 'cancelled', 'interrupted'].includes(state);
  if (!hasRerunButton) {
    items.push({ icon: 'retry', label: texts.rerun, run: () => void jobActions.rerun(job) });
  }
  items.push({ icon: 'pencil', label: texts.placeAgain, run: () => jobActions.placeAgain(job) });
  for (const [move, icon] of Object.entries(moveIcons) as [QueueMove, IconName][]) {
    if (placeAfterMove(queuedJobs.value, job, move) === undefined) continue;
    items.push({
      icon,
      label: plotterTexts.queue[move],
      run: () => {
        // Reads the current queue, because it may have changed while the menu was open.
        const place = placeAfterMove(queuedJobs.peek(), job, move);
        if (place !== undefined) void jobActions.move(job, place);
      },
    });
  }
  const hasMachine = ['running', 'pausing', 'paused', 'cancelling'].includes(state);
  if (!hasMachine) {
    items.push({ icon: 'pen', label: texts.rest, run: () => restDialog.open(job) });
    if (job.stepsPerMm !== null)
      items.push({ icon: 'target', label: texts.align, run: () => alignJobDialog.open(job) });
    if (state !== 'queued' && state !== 'held')
      items.push({ icon: 'picture', label: texts.photo, run: () => photoDialog.open(job) });
    items.push({ icon: 'trash', label: texts.remove, run: () => void jobActions.remove(job), danger: true });
  }
  return <Menu key={job.id} label={texts.more(jobName(job))} title={jobName(job)} items={items} />;
}

function formatEnd(endedAt: string, now: Date): string {
  const end = new Date(endedAt);
  const isToday = end.toDateString() === now.toDateString();
  const isThisYear = end.getFullYear() === now.getFullYear();
  return new Intl.DateTimeFormat(
    locale.value,
    isToday
      ? { hour: 'numeric', minute: '2-digit' }
      : { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) },
  ).format(end);
}
