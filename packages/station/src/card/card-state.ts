import type { ReadOnlyCause } from '@stationery/appliance/mount';

export type CardState =
  | {
      state: 'present';
      sizeBytes: number;
      freeBytes: number;
      fileCount: number;
      /** Whether it is a folder on the machine's own disk. Size and free space are then those of that disk. */
      isPlainFolder: boolean;
      readOnly: ReadOnlyCause | undefined;
    }
  | { state: 'missing'; reason: string; code: 'card-missing' | 'card-failed' };

const newsBytes = 1024 * 1024;

/** Whether to report the new state. Ignores small changes of free space, which are frequent on a shared disk. */
export function isWorthReporting(before: CardState, now: CardState): boolean {
  if (before.state === 'missing') return now.state !== 'missing' || before.reason !== now.reason;
  if (now.state === 'missing') return true;
  return (
    before.fileCount !== now.fileCount ||
    before.readOnly !== now.readOnly ||
    before.isPlainFolder !== now.isPlainFolder ||
    before.sizeBytes !== now.sizeBytes ||
    Math.abs(before.freeBytes - now.freeBytes) >= newsBytes
  );
}
