import { stat, utimes } from 'node:fs/promises';
import type { FileFacts } from '../store/files-table.ts';

/** The step in which FAT counts time. */
const stepMs = 2_000n;
/** A file that is dated further ahead was written by a clock that was wrong; ours says what is true then. */
const quickMs = 60_000n;

/**
 * Dates a file later than the one it will replace. On FAT a file that is replaced within two seconds by one of the same
 * size would otherwise be the same in all that caches and other programs go by: name, size and time.
 */
export async function setLaterDate(path: string, old: FileFacts): Promise<void> {
  const { atimeNs, mtimeNs } = await stat(path, { bigint: true });
  const aheadMs = (old.modifiedNs - mtimeNs) / 1_000_000n;
  if (mtimeNs > old.modifiedNs || aheadMs > quickMs) return;
  const laterMs = old.modifiedNs / 1_000_000n + stepMs;
  await utimes(path, Number(atimeNs / 1_000_000n) / 1000, Number(laterMs) / 1000);
}
