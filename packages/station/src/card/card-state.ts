import type { ReadOnlyCause } from '@stationery/appliance/mount';

export type CardState =
  | {
      state: 'present';
      sizeBytes: number;
      freeBytes: number;
      fileCount: number;
      /** A folder on the machine's own disk, with the size and free space of that disk. */
      isPlainFolder: boolean;
      readOnly: ReadOnlyCause | undefined;
    }
  | { state: 'missing'; reason: string; code: 'card-missing' | 'card-failed' };

const newsBytes = 1024 * 1024;

/** Ignores small changes of free space, which are frequent on a shared disk. */
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
