import { unlink } from 'node:fs/promises';
import { systemErrorCode } from '@stationery/core';
import type { FileChangeNote, RemovalNote, RenameNote } from '../store/file-change-notes.ts';
import type { FilesTable } from '../store/files-table.ts';
import type { CardFolder, FolderState } from './card-folder.ts';
import type { CardIndex, IndexChange } from './card-index.ts';
import { type DiskKey, diskKey, isUnchanged } from './card-scan.ts';
import { notWritableCodes } from './pending-renames.ts';
import { isSameFile, moveFromBetween } from './rename-file.ts';

interface FinishDeps {
  folder: CardFolder;
  files: FilesTable;
  index: CardIndex;
  onChange: (changes: IndexChange[]) => void;
}

/**
 * Errors after which a change is retried later. `ENOSPC` is one of them, because a full card has no space for
 * the new name.
 */
const retriedCodes = [...notWritableCodes, 'ENOSPC'];

/**
 * Completes changes that a crash or a removed card interrupted, so that each file has one name and keeps its
 * tags. Undecided changes are retried with the next card or at the next start.
 */
export async function finishFileChanges(deps: FinishDeps, now: FolderState): Promise<void> {
  for (const note of deps.files.changeNotes.all()) {
    try {
      const changes = await finishOne(deps, note, now);
      if (changes.length > 0) deps.onChange(changes);
    } catch (error) {
      if (!retriedCodes.includes(systemErrorCode(error) ?? '')) throw error;
    }
  }
}

async function finishOne(
  { folder, files, index }: FinishDeps,
  note: FileChangeNote,
  now: FolderState,
): Promise<IndexChange[]> {
  const names = await folder.names();
  if (note.to === undefined) {
    if (!names.has(diskKey(note.from)))
      return (await isCardOf(note, { folder, files, names, now })) ? index.finishRemoval(note) : [];
    files.changeNotes.remove(note);
    return [];
  }
  const { from, via, to } = note;
  const before = [from, via].filter((name) => name !== undefined && names.has(diskKey(name)));
  const spelled = await spellingOf(folder, note);
  const [first, ...others] = spelled === undefined ? before : [...before, spelled];
  // The card has none of the names, so it is a different card.
  if (first === undefined) return [];
  let place: Buffer | undefined = first;
  for (const other of others) place = place && other && (await keepOne(folder, place, other, note));
  if (place === undefined) return [];
  if (place === from) {
    files.changeNotes.remove(note);
    return [];
  }
  if (place === via) await moveFromBetween(folder, { from, via, to }, now);
  const stored = place === via ? ((await folder.spelling(to)) ?? to) : place;
  return index.finishRename({ ...note, to: stored });
}

/** Whether this is the card of the note: it has one of the noted neighbours, or no files and the same size. */
async function isCardOf(
  { neighbours, cardBytes }: RemovalNote,
  {
    folder,
    files,
    names,
    now,
  }: Pick<FinishDeps, 'folder' | 'files'> & { names: Set<DiskKey>; now: FolderState },
): Promise<boolean> {
  if (neighbours.length === 0)
    return names.size === 0 && (cardBytes === undefined || cardBytes === now.sizeBytes);
  const known = neighbours.map((id) => files.get(id)).filter((file) => file !== undefined);
  const found = await folder.facts(known.map(({ diskName }) => diskKey(diskName)));
  return known.some((file) => {
    const facts = found.get(diskKey(file.diskName));
    return facts !== undefined && isUnchanged(file, facts);
  });
}

/** Returns the new name as the card spells it. A similar name counts only if both names open the same file. */
async function spellingOf(folder: CardFolder, { from, to }: RenameNote): Promise<Buffer | undefined> {
  const spelled = await folder.spelling(to);
  if (spelled === undefined || spelled.equals(from)) return undefined;
  const isFound = spelled.equals(to) || (await isSameFile(folder.pathOf(spelled), folder.pathOf(to)));
  return isFound ? spelled : undefined;
}

/** Removes one of two names and returns the other, or undefined if only a repair can decide. */
async function keepOne(
  folder: CardFolder,
  before: Buffer,
  after: Buffer,
  { sizeBytes }: RenameNote,
): Promise<Buffer | undefined> {
  const facts = await folder.facts([diskKey(before), diskKey(after)]);
  const [old, now] = [facts.get(diskKey(before))?.sizeBytes, facts.get(diskKey(after))?.sizeBytes];
  const keep = async (kept: Buffer, other: Buffer) => {
    await unlink(folder.pathOf(other));
    await folder.sync(other);
    return kept;
  };
  if (await isSameFile(folder.pathOf(before), folder.pathOf(after))) return keep(after, before);
  // Remove only an empty file, which has lost its content or is a placeholder.
  if (old === sizeBytes && now === 0) return keep(before, after);
  if (now === sizeBytes && old === 0) return keep(after, before);
  return old === sizeBytes && now === sizeBytes ? undefined : before;
}
