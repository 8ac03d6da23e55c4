import { stat, utimes } from 'node:fs/promises';
import type { FileFacts } from '../store/files-table.ts';

/** Time resolution of FAT. */
const stepMs = 2_000n;
/** A file dated further ahead was written with a wrong clock; use the current time instead. */
const quickMs = 60_000n;

/**
 * Dates a file later than the one it replaces. Otherwise a file of the same size written to FAT
 * within two seconds has the same name, size and time, and caches would keep the old content.
 */
export async function setLaterDate(path: string, old: FileFacts): Promise<void> {
  const { atimeNs, mtimeNs } = await stat(path, { bigint: true });
  const aheadMs = (old.modifiedNs - mtimeNs) / 1_000_000n;
  if (mtimeNs > old.modifiedNs || aheadMs > quickMs) return;
  const laterMs = old.modifiedNs / 1_000_000n + stepMs;
  await utimes(path, Number(atimeNs / 1_000_000n) / 1000, Number(laterMs) / 1000);
}
