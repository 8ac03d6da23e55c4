import { signal } from '@preact/signals';
import type { BoardDevice, BoardJob, BoardStatus } from '@stationery/client/board';
import { Lists } from '../../service/lists.ts';

export type JobState = BoardJob['state']['state'];

export const status = signal<BoardStatus | undefined>(undefined);

/** Requested separately, because the status in events is the same for all clients. */
export const isViewer = signal(false);

export function takeStatus(now: BoardStatus): void {
  status.value = now;
  if (now.mayChange !== undefined) isViewer.value = !now.mayChange;
}

/** Collects changes for 200 ms, because a thousand devices each report every second. */
export const lists = new Lists(200);

export const devices = signal<ReadonlyMap<string, BoardDevice> | undefined>(undefined);
export const jobs = signal<ReadonlyMap<string, BoardJob> | undefined>(undefined);
