import { batch } from '@preact/signals';
import type { BoardDevice, BoardEvent, BoardJob } from '@stationery/client/board';
import { noteDevice, noteJob, readLists } from './read-lists.ts';
import { devices, jobs, takeStatus } from './store.ts';

/** A thousand devices report each second: what came meanwhile is shown together. */
const togetherMs = 200;

interface Pending {
  /** Undefined for a device that was removed. */
  devices: Map<string, BoardDevice | undefined>;
  jobs: Map<string, BoardJob>;
  timer: ReturnType<typeof setTimeout> | undefined;
  lastMs: number;
}

const pending: Pending = { devices: new Map(), jobs: new Map(), timer: undefined, lastMs: 0 };

/** Takes an event of the board into the store, at once or together with others that follow. */
export function applyEvent(event: BoardEvent): void {
  if (event.name === 'snapshot') {
    takeStatus(event.data);
    readLists();
    return;
  }
  if (event.name === 'job') {
    noteJob(event.data);
    pending.jobs.set(event.data.id, event.data);
  } else {
    const device = event.name === 'device' ? event.data : undefined;
    noteDevice(event.data.id, device);
    pending.devices.set(event.data.id, device);
  }
  pending.timer ??= setTimeout(applyPending, Math.max(0, pending.lastMs + togetherMs - performance.now()));
}

/**
 * Takes what an operation answered. `before` are the jobs as they were when it was asked for: what events have said since
 * may be newer than the answer, and stays.
 */
export function applyJobs(
  answered: readonly BoardJob[],
  before: ReadonlyMap<string, BoardJob> | undefined,
): void {
  for (const job of answered) {
    const now = pending.jobs.get(job.id) ?? jobs.peek()?.get(job.id);
    if (now !== before?.get(job.id)) continue;
    noteJob(job);
    pending.jobs.set(job.id, job);
  }
  applyPending();
}

function applyPending(): void {
  clearTimeout(pending.timer);
  pending.timer = undefined;
  pending.lastMs = performance.now();
  batch(() => {
    // Before the lists were read for the first time there is nothing to add to; they will have it.
    if (devices.value !== undefined && pending.devices.size > 0) {
      const changed = new Map(devices.value);
      for (const [id, device] of pending.devices) {
        if (device === undefined) changed.delete(id);
        else changed.set(id, device);
      }
      devices.value = changed;
    }
    if (jobs.value !== undefined && pending.jobs.size > 0) {
      const changed = new Map(jobs.value);
      for (const [id, job] of pending.jobs) changed.set(id, job);
      jobs.value = changed;
    }
  });
  pending.devices.clear();
  pending.jobs.clear();
}
