import type { BoardJob } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { type IconName, Menu, type MenuItem } from '../../../ui/index.ts';
import { placeAfterMove, type QueueMove } from '../../../ui/queue-moves.ts';
import { changePlottersDialog, jobQuestion } from '../../state/dialogs.ts';
import { jobActions, jobName, sameTurn } from '../../state/job-actions.ts';
import { waitingCopies } from '../../state/queue-lists.ts';
import { devices, isViewer, type JobState, jobs } from '../../state/store.ts';

const texts = boardTexts.queue;
const moves: Record<QueueMove, IconName> = { first: 'to-top', up: 'up', down: 'down', last: 'to-bottom' };
const underWay: readonly JobState[] = ['taken', 'plotting', 'paused', 'cancelling'];

export function JobMenu({ job }: { job: BoardJob }) {
  const { state } = job.state;
  if (isViewer.value || ['done', 'failed', 'cancelled'].includes(state)) return null;
  const name = jobName(job);
  return <Menu label={texts.more(name)} title={name} items={itemsFor(job)} />;
}

function itemsFor(job: BoardJob): MenuItem[] {
  const { state } = job;
  const items: MenuItem[] = [];
  if (state.state === 'waiting' || state.state === 'held') items.push(...waitingItems(job));
  if (canBeDrawnAgain(job))
    items.push({ icon: 'retry', label: texts.drawAgain, run: () => ask('drawAgain', job) });
  if (state.state === 'cancelling') return items;
  const hasBegun = 'progress' in state;
  items.push({ icon: 'cross', label: texts.cancel, danger: true, run: () => cancel(latest(job)) });
  const copies = waitingCopies(job).length;
  if (!hasBegun && copies > 1)
    items.push({
      icon: 'trash',
      label: texts.cancelCopies(copies),
      danger: true,
      run: () => void jobActions.cancelCopies(job),
    });
  return items;
}

function waitingItems(job: BoardJob): MenuItem[] {
  const queue = sameTurn(job);
  const isHeld = job.state.state === 'held';
  const items: MenuItem[] = [];
  for (const [move, icon] of Object.entries(moves) as [QueueMove, IconName][]) {
    if (placeAfterMove(queue, job, move) !== undefined)
      items.push({ icon, label: texts[move], run: () => moveJob(latest(job), move) });
  }
  items.push({
    icon: isHeld ? 'play' : 'pause',
    label: isHeld ? texts.release : texts.hold,
    run: () => void (isHeld ? jobActions.release(job) : jobActions.hold(job)),
  });
  items.push({ icon: 'sliders', label: texts.change, run: () => changePlottersDialog.open(latest(job)) });
  return items;
}

/** Returns the current state of the job, because the queue may have changed while the menu was open. */
const latest = (job: BoardJob) => jobs.peek()?.get(job.id) ?? job;

function moveJob(job: BoardJob, move: QueueMove): void {
  const place = placeAfterMove(sameTurn(job), job, move);
  if (place !== undefined) void jobActions.move(job, place);
}

function cancel(job: BoardJob): void {
  if ('progress' in job.state) ask('cancel', job);
  else void jobActions.cancel(job);
}

function canBeDrawnAgain({ state }: BoardJob): boolean {
  if (state.state === 'interrupted') return true;
  const isGone = 'device' in state && devices.value?.get(state.device)?.isOnline !== true;
  return isGone && underWay.includes(state.state);
}

function ask(about: 'cancel' | 'drawAgain', job: BoardJob): void {
  jobQuestion.open({ about, job });
}
