import { existsSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SettingError, sha256, systemErrorCode } from '@stationery/core';
import { isLink, type Rendered } from '../rendered-file.ts';
import { networkFolder, unitFolder } from '../units/index.ts';
import { type PathState, readPathState, samePathState, writePathState } from './path-state.ts';

/** A changed path. `before` is null if the path did not exist. */
export interface OriginalPath {
  readonly path: string;
  readonly before: PathState | null;
  /** SHA-256 of the file as written, if its owner may change it; “network remove” keeps a changed file. */
  readonly written?: string;
}

/** The original state, saved before “network apply” changes anything. “network remove” uses nothing else. */
export interface NetworkRecord {
  readonly files: readonly OriginalPath[];
  /** Other changed paths: the links that enable units, the passphrase. */
  readonly besides: readonly OriginalPath[];
  /** Folders that did not exist, the outermost first. */
  readonly folders: readonly string[];
}

export const recordPath = `${networkFolder}/record.json`;

/** Returns the link that `systemctl enable` creates. */
export const enablingLink = (unit: string) => `${unitFolder}/multi-user.target.wants/${basename(unit)}`;

/** Returns undefined if nothing was ever applied. */
export function readRecord(root: string): NetworkRecord | undefined {
  const full = join(root, recordPath);
  const found = readPathState(full);
  return found?.kind === 'file' ? parseRecord(found.content.toString('utf8'), full) : undefined;
}

function writeRecord(root: string, record: NetworkRecord): void {
  const text = `${JSON.stringify({ version: 1, ...record }, toJson, 1)}\n`;
  // Only root may read the record, because the saved files may contain a secret.
  writePathState(join(root, recordPath), { kind: 'file', mode: 0o600, content: Buffer.from(text) });
}

/** Replacer for `JSON.stringify`. Buffers arrive here as the result of their own `toJSON`. */
function toJson(_key: string, value: unknown): unknown {
  const bytes = value as { type?: unknown; data?: unknown } | null;
  return bytes?.type === 'Buffer' && Array.isArray(bytes.data)
    ? Buffer.from(bytes.data as number[]).toString('base64')
    : value;
}

function parseRecord(text: string, full: string): NetworkRecord {
  try {
    const { version, files, besides, folders } = JSON.parse(text, (key, value: unknown) =>
      key === 'content' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
    ) as NetworkRecord & { version: number };
    if (version !== 1 || !Array.isArray(files) || !Array.isArray(besides) || !Array.isArray(folders)) {
      throw new Error('unknown version');
    }
    return { files, besides, folders };
  } catch {
    throw new SettingError(`${full} cannot be read; it lists what to undo, so nothing was changed`);
  }
}

export interface Change {
  readonly path: string;
  readonly kind: 'new' | 'changed' | 'removed' | 'restored';
  /** The earlier state as text; a link is one line. */
  readonly before: string;
  readonly after: string;
  /** The new state; null removes the path. */
  readonly to: PathState | null;
  /** Undefined for a file of an earlier apply that is no longer rendered. */
  readonly rendered: Rendered | undefined;
}

interface PlannedChanges {
  readonly files?: readonly Change[];
  /** Paths that other programs are about to write. */
  readonly besides?: readonly string[];
}

export function saveOriginalState(root: string, { files = [], besides = [] }: PlannedChanges): void {
  const known = readRecord(root) ?? { files: [], besides: [], folders: [] };
  const changed = files.filter(({ rendered }) => rendered !== undefined);
  const added = changed.filter(({ path }) => !known.files.some((each) => each.path === path));
  const addedBesides = besides.filter((path) => !known.besides.some((each) => each.path === path));
  const paths = [recordPath, ...added.map(({ path }) => path), ...addedBesides];
  const folders = paths.flatMap((path) => missingFolders(root, path));
  writeRecord(root, {
    files: [...known.files, ...added.map((change) => fileBefore(root, change))],
    besides: [...known.besides, ...addedBesides.map((path) => before(root, path))],
    folders: [...new Set([...known.folders, ...folders])],
  });
}

/** Writes each change atomically, after recording the state before all of them. */
export function writeChanges(root: string, changes: readonly Change[]): void {
  saveOriginalState(root, { files: changes });
  for (const { path, to } of changes) writePathState(join(root, path), to);
  const restored = new Set(changes.filter(({ rendered }) => rendered === undefined).map(({ path }) => path));
  const record = readRecord(root);
  if (record === undefined || restored.size === 0) return;
  writeRecord(root, { ...record, files: record.files.filter(({ path }) => !restored.has(path)) });
}

const before = (root: string, path: string): OriginalPath => ({
  path,
  before: readPathState(join(root, path)),
});

function fileBefore(root: string, { path, rendered }: Change): OriginalPath {
  if (rendered === undefined || isLink(rendered) || rendered.keep !== true) return before(root, path);
  return { ...before(root, path), written: sha256(rendered.content) };
}

/** Returns the folders that do not exist, the outermost first. */
function missingFolders(root: string, path: string): string[] {
  const folder = dirname(path);
  if (folder === '/' || existsSync(join(root, folder))) return [];
  return [...missingFolders(root, folder), folder];
}

export interface Undo {
  readonly path: string;
  readonly kind: 'remove' | 'restore' | 'leave';
  readonly kept: OriginalPath;
}

export function pendingUndo(root: string, record: NetworkRecord): Undo[] {
  return [...record.besides, ...record.files].flatMap((kept): Undo[] => {
    const { path, before: original, written } = kept;
    const now = readPathState(join(root, path));
    if (samePathState(now, original)) return [];
    const isChanged = written !== undefined && now?.kind === 'file' && sha256(now.content) !== written;
    if (isChanged) return [{ path, kind: 'leave', kept }];
    return [{ path, kind: original === null ? 'remove' : 'restore', kept }];
  });
}

export function undoFiles(root: string, undos: readonly Undo[]): void {
  for (const { path, kind, kept } of undos)
    if (kind !== 'leave') writePathState(join(root, path), kept.before);
}

export function forgetRecord(root: string, { folders }: NetworkRecord): void {
  writePathState(join(root, recordPath), null);
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(join(root, folder));
    } catch (error) {
      // The folder is in use, or already gone.
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'EBUSY'].includes(systemErrorCode(error) ?? '')) throw error;
    }
  }
}
