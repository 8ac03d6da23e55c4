import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemErrorCode } from '@stationery/core';
import { type NetworkRecord, type OriginalPath, recordPath } from './network-record.ts';
import { readPathState, samePathState, writePathState } from './path-state.ts';
import { sha256 } from './save-original-state.ts';

/** What is to be done to one path for it to be as it was before the network was applied. */
export interface Undo {
  readonly path: string;
  readonly kind: 'remove' | 'restore' | 'leave';
  readonly kept: OriginalPath;
}

/** What “network remove” would do to the files below a root. */
export function pendingUndo(root: string, record: NetworkRecord): Undo[] {
  return [...record.besides, ...record.files].flatMap((kept): Undo[] => {
    const { path, before, written } = kept;
    const now = readPathState(join(root, path));
    if (samePathState(now, before)) return [];
    const isChanged = written !== undefined && now?.kind === 'file' && sha256(now.content) !== written;
    if (isChanged) return [{ path, kind: 'leave', kept }];
    return [{ path, kind: before === null ? 'remove' : 'restore', kept }];
  });
}

export function undoFiles(root: string, undos: readonly Undo[]): void {
  for (const { path, kind, kept } of undos)
    if (kind !== 'leave') writePathState(join(root, path), kept.before);
}

/** The very end: the record itself, and the folders that were made and are empty now. */
export function forgetRecord(root: string, { folders }: NetworkRecord): void {
  writePathState(join(root, recordPath), null);
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(join(root, folder));
    } catch (error) {
      // Somebody has put something there, or it is gone already.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes(systemErrorCode(error) ?? '')) throw error;
    }
  }
}
