import { signal } from '@preact/signals';
import type { BoardJob, QueueJobChange } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { showToast } from '../../ui/index.ts';
import { placeOnDrop, type QueuePlace } from '../../ui/queue-moves.ts';
import { board } from '../client.ts';
import { applyJobs } from './apply-event.ts';
import { deviceName } from './device-order.ts';
import { waitingCopies, waitingJobs } from './queue-lists.ts';
import { runAction } from './run-action.ts';
import { jobs } from './store.ts';

const texts = boardTexts.queue;

export const draggedJob = signal<BoardJob | undefined>(undefined);

async function run(verb: string, { id }: BoardJob, request: () => Promise<BoardJob>): Promise<boolean> {
  const before = jobs.peek();
  const job = await runAction(`${verb} ${id}`, request);
  if (job === undefined) return false;
  applyJobs([job], before);
  return true;
}

const change = (job: BoardJob, wanted: QueueJobChange) =>
  run('change', job, () => board.change(job.id, wanted));

export const jobActions = {
  change,
  hold: (job: BoardJob) => change(job, { isHeld: true }),
  release: (job: BoardJob) => change(job, { isHeld: false }),
  move: (job: BoardJob, place: QueuePlace<string>) => run('move', job, () => board.move(job.id, place)),
  async cancel(job: BoardJob) {
    if (await run('cancel', job, () => board.cancel(job.id)))
      showToast({ message: texts.cancelled(jobName(job)) });
  },
  async drawAgain(job: BoardJob) {
    if (await run('again', job, () => board.drawAgain(job.id)))
      showToast({ message: texts.queuedAgain(jobName(job)) });
  },
  async cancelCopies(job: BoardJob) {
    const copies = waitingCopies(job);
    let count = 0;
    for (const copy of copies) {
      if (!(await run('cancel', copy, () => board.cancel(copy.id)))) break;
      count += 1;
    }
    if (count > 0) showToast({ message: texts.copiesCancelled(count, jobName(job)) });
  },
  async giveTo(job: BoardJob, device: string) {
    if (await change(job, { class: { ...job.class, device } }))
      showToast({ message: texts.givenTo(jobName(job), deviceName(device)) });
  },
};

/** Gives the dragged job the place and priority of the job it is dropped on. */
export async function dropOnJob(onto: BoardJob): Promise<void> {
  const job = draggedJob.peek();
  draggedJob.value = undefined;
  if (job === undefined || job.id === onto.id) return;
  if (job.priority === onto.priority) {
    const place = placeOnDrop(sameTurn(job), job, onto);
    if (place !== undefined) await jobActions.move(job, place);
  } else if (await change(job, { priority: onto.priority })) {
    await jobActions.move({ ...job, priority: onto.priority }, { before: onto.id });
  }
}

export function dropOnDevice(device: string): void {
  const job = draggedJob.peek();
  draggedJob.value = undefined;
  if (job !== undefined) void jobActions.giveTo(job, device);
}

/** Returns the waiting jobs of the same priority, the only ones among which a job can be moved. */
export const sameTurn = ({ priority }: BoardJob) =>
  waitingJobs.value.filter((job) => job.priority === priority);

export const jobName = ({ name, id }: BoardJob) => name ?? texts.unnamed(id);
