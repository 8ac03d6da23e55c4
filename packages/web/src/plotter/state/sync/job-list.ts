import type { Job } from '@stationery/client';
import { explain, isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { firstRetryMs, nextRetryMs } from '../retry.ts';
import { jobs, machine } from '../store.ts';

const pageSize = 50;
let reading = 0;
/** What events told of jobs while the list is being read; nothing of one that was deleted. */
let toldMeanwhile: Map<number, Job | undefined> | undefined;

/** An event told of a job: it is newer than a list that is being read. */
export function heardOf(id: number, job: Job | undefined): void {
  toldMeanwhile?.set(id, job);
}

/** Reads what no event carries: the jobs of before, and the machine. */
export async function readLists(retryMs = firstRetryMs): Promise<void> {
  const turn = ++reading;
  const machineBefore = machine.peek();
  const told = new Map<number, Job | undefined>();
  toldMeanwhile = told;
  try {
    const [profile, list] = await Promise.all([plotter.machine(), plotter.jobs.list({ limit: pageSize })]);
    if (turn !== reading) return;
    // A machine that was saved meanwhile is newer than the answer.
    if (machine.peek() === machineBefore) machine.value = profile;
    const newer = [...told.values()].filter((job) => job !== undefined);
    const others = list.filter(({ id }) => !told.has(id));
    jobs.value = [...newer, ...others].toSorted((a, b) => b.id - a.id);
  } catch (error) {
    // A connection that broke says so itself, and the list is read again when it is back.
    if (turn !== reading) return;
    if (jobs.value === undefined && retryMs === firstRetryMs) {
      showToast({ message: plotterTexts.jobs.unread(explain(error)), tone: 'danger' });
    }
    setTimeout(() => {
      if (turn === reading && isLive.value) void readLists(nextRetryMs(retryMs));
    }, retryMs);
  } finally {
    if (turn === reading) toldMeanwhile = undefined;
  }
}
