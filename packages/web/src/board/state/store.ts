import { signal } from '@preact/signals';
import type { BoardDevice, BoardJob, BoardStatus } from '@stationery/client/board';
import { Lists } from '../../service/lists.ts';

/** Fleet state as last reported by the board. */

export type JobState = BoardJob['state']['state'];

export const status = signal<BoardStatus | undefined>(undefined);

/** A viewer cannot change anything. The status in events does not depend on the reader. */
export const isViewer = signal(false);

export function takeStatus(now: BoardStatus): void {
  status.value = now;
  if (now.mayChange !== undefined) isViewer.value = !now.mayChange;
}

/** A thousand devices report each second, so their changes are shown together. */
export const lists = new Lists(200);

/** Undefined until they were read for the first time. */
export const devices = signal<ReadonlyMap<string, BoardDevice> | undefined>(undefined);
export const jobs = signal<ReadonlyMap<string, BoardJob> | undefined>(undefined);
