import { batch } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import type { BoardDevice, BoardJob } from '@stationery/client/board';
import { isLive } from '../../service/index.ts';
import { board } from '../client.ts';
import * as store from './store.ts';

/** A line that broke silently must not keep the lists from being read again. */
const timeoutMs = 30_000;
const retryMs = 2_000;
const pageSize = 1_000;
/** More than anybody looks through. */
const mostOpen = 10_000;
const overShown = 200;

/** What events said while the lists are being read: it is newer, or something newer follows it. */
interface Changes {
  /** Undefined for a device that was removed. */
  devices: Map<string, BoardDevice | undefined>;
  jobs: Map<string, BoardJob>;
}

const reading = { changes: undefined as Changes | undefined, isWantedAgain: false };

/** Reads the devices and the jobs. Whoever asks while it runs gets another run. */
export function readLists(): void {
  if (reading.changes !== undefined) {
    reading.isWantedAgain = true;
    return;
  }
  const changes: Changes = { devices: new Map(), jobs: new Map() };
  reading.changes = changes;
  readOnce(changes)
    .catch((error: unknown) => {
      // Without its NATS server the board knows nothing yet. It sends a snapshot as soon as it does.
      if (error instanceof ServiceError && error.code === 'fleet-unreachable') return;
      setTimeout(() => {
        if (isLive.value) readLists();
      }, retryMs);
    })
    .finally(() => {
      reading.changes = undefined;
      if (!reading.isWantedAgain) return;
      reading.isWantedAgain = false;
      if (isLive.value) readLists();
    });
}

/** An event said this of a device; undefined: it was removed. */
export function noteDevice(id: string, device: BoardDevice | undefined): void {
  reading.changes?.devices.set(id, device);
}

export function noteJob(job: BoardJob): void {
  reading.changes?.jobs.set(job.id, job);
}

async function readOnce(changes: Changes): Promise<void> {
  const options = { signal: AbortSignal.timeout(timeoutMs) };
  const [devices, open, over, status] = await Promise.all([
    board.devices(options),
    openJobs(options),
    board.jobs({ ...options, show: 'over', limit: overShown }),
    board.status(options),
  ]);
  const known = new Map(devices.map((device) => [device.id, device]));
  for (const [id, device] of changes.devices) {
    if (device === undefined) known.delete(id);
    else known.set(id, device);
  }
  batch(() => {
    store.takeStatus(status);
    store.devices.value = known;
    store.jobs.value = new Map([
      ...[...over.jobs, ...open].map((job) => [job.id, job] as const),
      ...changes.jobs,
    ]);
  });
}

async function openJobs(options: { signal: AbortSignal }): Promise<BoardJob[]> {
  const found: BoardJob[] = [];
  while (found.length < mostOpen) {
    const { jobs, total } = await board.jobs({ ...options, from: found.length, limit: pageSize });
    found.push(...jobs);
    if (jobs.length === 0 || found.length >= total) break;
  }
  return found;
}
