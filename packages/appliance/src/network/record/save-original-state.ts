import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from '../apply/pending-changes.ts';
import { isLink } from '../rendered-file.ts';
import {
  emptyRecord,
  type NetworkRecord,
  type OriginalPath,
  readRecord,
  recordPath,
  writeRecord,
} from './network-record.ts';
import { mergeOriginalState, type OriginalState, unknownOriginalState } from './original-state.ts';
import { readPathState } from './path-state.ts';

interface PlannedChanges {
  readonly files?: readonly Change[];
  /** Paths that somebody else is about to write. */
  readonly besides?: readonly string[];
  readonly machine?: OriginalState | undefined;
}

/** Keeps how everything is that is about to change, unless it is known already how it was before us. */
export function saveOriginalState(root: string, { files = [], besides = [], machine }: PlannedChanges): void {
  const known = readRecord(root) ?? emptyRecord;
  const changed = files.filter(({ rendered }) => rendered !== undefined);
  const added = changed.filter(({ path }) => !known.files.some((each) => each.path === path));
  const addedBesides = besides.filter((path) => !known.besides.some((each) => each.path === path));
  const paths = [recordPath, ...added.map(({ path }) => path), ...addedBesides];
  const folders = paths.flatMap((path) => missingFolders(root, path));
  writeRecord(root, {
    files: [...known.files, ...added.map((change) => fileBefore(root, change))],
    besides: [...known.besides, ...addedBesides.map((path) => before(root, path))],
    folders: [...new Set([...known.folders, ...folders])],
    machine: machineBefore(known, machine),
  });
}

/** Files may have been applied to an image, before the machine first ran. */
function machineBefore(known: NetworkRecord, now: OriginalState | undefined): OriginalState | undefined {
  if (now === undefined) return known.machine;
  const wasApplied = known.machine === undefined && known.files.length > 0;
  return wasApplied ? unknownOriginalState(now) : mergeOriginalState(known.machine, now);
}

/** What was put back as it was is no longer ours. */
export function forgetRestored(root: string, changes: readonly Change[]): void {
  const restored = new Set(changes.filter(({ rendered }) => rendered === undefined).map(({ path }) => path));
  const record = readRecord(root);
  if (record === undefined || restored.size === 0) return;
  const files = record.files.filter(({ path }) => !restored.has(path));
  writeRecord(root, { ...record, files } satisfies NetworkRecord);
}

const before = (root: string, path: string): OriginalPath => ({
  path,
  before: readPathState(join(root, path)),
});

function fileBefore(root: string, { path, rendered }: Change): OriginalPath {
  if (rendered === undefined || isLink(rendered) || rendered.keep !== true) return before(root, path);
  return { ...before(root, path), written: sha256(Buffer.from(rendered.content)) };
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The folders above a path that are still to be made, the outermost first. */
function missingFolders(root: string, path: string): string[] {
  const folder = dirname(path);
  if (folder === '/' || existsSync(join(root, folder))) return [];
  return [...missingFolders(root, folder), folder];
}
