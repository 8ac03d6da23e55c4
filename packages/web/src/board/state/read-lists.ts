import { batch } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import type { BoardJob } from '@stationery/client/board';
import { createListReader } from '../../service/index.ts';
import { board } from '../client.ts';
import * as store from './store.ts';

const pageSize = 1_000;
const maxOpen = 10_000;
const overShown = 200;

export const readLists = createListReader({
  read: () =>
    readOnce().catch((error: unknown) => {
      // Ignores errors while the board is disconnected, because it sends a snapshot after reconnecting.
      if (!(error instanceof ServiceError && isAway(error.code))) throw error;
    }),
});

const isAway = (code: ServiceError['code']) => code === 'fleet-unreachable' || code === 'fleet-failed';

const readOnce = () =>
  store.lists.read(async (replace, options) => {
    const [devices, open, over, status] = await Promise.all([
      board.devices(options),
      openJobs(options),
      board.jobs({ ...options, show: 'over', limit: overShown }),
      board.status(options),
    ]);
    batch(() => {
      store.takeStatus(status);
      replace(
        store.devices,
        devices.map((device) => [device.id, device] as const),
      );
      replace(
        store.jobs,
        [...over.jobs, ...open].map((job) => [job.id, job] as const),
      );
    });
  });

async function openJobs(options: { signal: AbortSignal }): Promise<BoardJob[]> {
  const found: BoardJob[] = [];
  while (found.length < maxOpen) {
    const { jobs, total } = await board.jobs({ ...options, from: found.length, limit: pageSize });
    found.push(...jobs);
    if (jobs.length === 0 || found.length >= total) break;
  }
  return found;
}
