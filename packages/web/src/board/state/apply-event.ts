import type { BoardEvent, BoardJob } from '@stationery/client/board';
import { readLists } from './read-lists.ts';
import { devices, jobs, lists, takeStatus } from './store.ts';

export function applyEvent(event: BoardEvent): void {
  if (event.name === 'snapshot') {
    takeStatus(event.data);
    readLists();
  } else if (event.name === 'job') lists.change(jobs, event.data.id, event.data);
  else lists.change(devices, event.data.id, event.name === 'device' ? event.data : undefined);
}

/** Keeps jobs that changed since `before`, because they may be newer than the response. */
export function applyJobs(
  answered: readonly BoardJob[],
  before: ReadonlyMap<string, BoardJob> | undefined,
): void {
  for (const job of answered) {
    if (lists.latest(jobs, job.id) === before?.get(job.id)) lists.change(jobs, job.id, job);
  }
  lists.apply();
}
