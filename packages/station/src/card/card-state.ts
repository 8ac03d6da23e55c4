import type { ReadOnlyCause } from './mount/read-only-cause.ts';

export type CardState =
  | {
      state: 'present';
      sizeBytes: number;
      freeBytes: number;
      fileCount: number;
      /** It is a folder on the machine's own disk: size and free space are those of that disk. */
      isPlainFolder: boolean;
      /** Undefined where it can be written. */
      readOnly: ReadOnlyCause | undefined;
    }
  | { state: 'missing'; reason: string; code: 'card-missing' | 'card-failed' };

const newsBytes = 1024 * 1024;

/** Free space moves all the time where the card shares a disk; a little of it is no news. */
export function isWorthReporting(before: CardState, now: CardState): boolean {
  if (before.state === 'missing' || now.state === 'missing') {
    return (
      before.state !== now.state ||
      (before.state === 'missing' && now.state === 'missing' && before.reason !== now.reason)
    );
  }
  return (
    before.fileCount !== now.fileCount ||
    before.readOnly !== now.readOnly ||
    before.isPlainFolder !== now.isPlainFolder ||
    before.sizeBytes !== now.sizeBytes ||
    Math.abs(before.freeBytes - now.freeBytes) >= newsBytes
  );
}
