import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameDurablySync, SettingError, syncFolderSync, systemErrorCode } from '@stationery/core';
import { describeFileError } from '../describe-file-error.ts';

/** What is at a path: a file with all that makes it that file, or a link. */
export type PathState =
  | {
      readonly kind: 'file';
      readonly mode: number;
      /** Only where it is not root's, or was not when it was kept. */
      readonly owner?: { readonly uid: number; readonly gid: number };
      readonly content: Buffer;
    }
  | { readonly kind: 'link'; readonly target: string };

/** Configuration is small; anything larger at one of our paths is something else. */
const largestBytes = 1024 * 1024;

/** Null where there is nothing. */
export function readPathState(full: string): PathState | null {
  try {
    const found = lstatSync(full);
    if (found.isSymbolicLink()) return { kind: 'link', target: readlinkSync(full) };
    if (!found.isFile()) throw new Error('it is not a file');
    if (found.size > largestBytes) throw new Error('it is larger than any configuration file');
    const { uid, gid } = found;
    return { kind: 'file', mode: found.mode & 0o7777, owner: { uid, gid }, content: readFileSync(full) };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return null;
    throw new SettingError(`${full} cannot be read: ${describeFileError(error)}`);
  }
}

/** Whether two places say the same; the owner counts only where both know it. */
export function samePathState(one: PathState | null, other: PathState | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'link' || other.kind === 'link')
    return one.kind === 'link' && other.kind === 'link' && one.target === other.target;
  return one.mode === other.mode && one.content.equals(other.content);
}

/** Puts it there in one step: a power cut leaves what was there before or all of the new. */
export function writePathState(full: string, place: PathState | null): void {
  const folder = dirname(full);
  try {
    if (place === null) {
      rmSync(full, { force: true });
      // A folder that is gone has nothing left to sync.
      if (existsSync(folder)) syncFolderSync(folder);
    } else {
      mkdirSync(folder, { recursive: true });
      const beside = join(folder, `.${basename(full)}.new`);
      rmSync(beside, { force: true });
      if (place.kind === 'link') symlinkSync(place.target, beside);
      else writeSynced(beside, place);
      renameDurablySync(beside, full);
    }
  } catch (error) {
    throw new SettingError(`${full} cannot be written: ${describeFileError(error)}`);
  }
}

function writeSynced(path: string, place: Extract<PathState, { kind: 'file' }>): void {
  // No other user may read it from the first byte on; its final mode may allow more.
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, place.content);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  if (place.owner !== undefined && process.getuid?.() === 0)
    chownSync(path, place.owner.uid, place.owner.gid);
  chmodSync(path, place.mode);
}
