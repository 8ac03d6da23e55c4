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

export type PathState =
  | {
      readonly kind: 'file';
      readonly mode: number;
      /** Set if the owner is not root, or was not root before the change. */
      readonly owner?: { readonly uid: number; readonly gid: number };
      readonly content: Buffer;
    }
  | { readonly kind: 'link'; readonly target: string };

/** Configuration files are small; a larger file is something else. */
const largestBytes = 1024 * 1024;

/** Returns null if nothing exists. */
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

/** Compares two states; ignores owners. */
export function samePathState(one: PathState | null, other: PathState | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.kind === 'link' || other.kind === 'link')
    return one.kind === 'link' && other.kind === 'link' && one.target === other.target;
  return one.mode === other.mode && one.content.equals(other.content);
}

/** Writes or removes a path atomically: a power cut leaves either the old or the new state. */
export function writePathState(full: string, place: PathState | null): void {
  const folder = dirname(full);
  try {
    if (place === null) {
      rmSync(full, { force: true });
      // A removed folder needs no sync.
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
  // Create the file unreadable for other users.
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
