import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { manifestName } from '@stationery/contract/archive';
import { systemErrorCode } from '@stationery/core';
import type { FileFacts } from '../store/files-table.ts';
import { displayName, isSystemFolder, isUnlisted, maxFolderDepth } from './file-name.ts';

const atOnce = 64;
const foldersAtOnce = 8;
/** Stays below the kernel's default limit of watches. Files in further folders are not listed. */
export const maxFolders = 5_000;

/** The bytes of a name as a string with one character per byte. For files in folders: `folder/name`. */
export type DiskKey = string;

export function diskKey(diskName: Buffer): DiskKey {
  return diskName.toString('latin1');
}

export function diskPath(card: string, diskName: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${card}/`), diskName]);
}

/** Returns the path of a folder; `''` is the card itself. */
export function folderPath(card: string, folder: DiskKey): Buffer {
  return folder === '' ? Buffer.from(card) : diskPath(card, Buffer.from(folder, 'latin1'));
}

export function folderOf(key: DiskKey): DiskKey {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

export async function readFolder(
  card: string,
  folder: DiskKey,
): Promise<{ names: DiskKey[]; folders: DiskKey[] }> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const [names, folders]: [DiskKey[], DiskKey[]] = [[], []];
  for (const { name, isFolder } of await readEntries(folderPath(card, folder))) {
    if (isUnlisted(name)) continue;
    if (!isFolder) names.push(prefix + name);
    else if (!isSystemFolder(name)) folders.push(prefix + name);
  }
  return { names, folders };
}

/** Lists the names on the card. Calls `onFolder` before it reads a folder. */
export async function readNames(
  card: string,
  onFolder: (folder: DiskKey) => void = () => {},
): Promise<Set<DiskKey>> {
  const found = await readFolder(card, '');
  const all = new Set(found.names);
  let folderCount = 0;
  let level = found.folders;
  for (let depth = 1; depth <= maxFolderDepth && level.length > 0; depth++) {
    const waiting = level.slice(0, maxFolders - folderCount);
    folderCount += waiting.length;
    const next: DiskKey[] = [];
    await inParallel(foldersAtOnce, waiting, async (folder) => {
      onFolder(folder);
      const { names, folders } = await readFolder(card, folder).catch(unlessGone);
      if (names.some(isCollection)) return;
      for (const name of names) all.add(name);
      next.push(...folders);
    });
    level = next;
  }
  return all;
}

/** Whether the name is a collection's manifest. The files of a collection are imported, not listed. */
export function isCollection(key: DiskKey): boolean {
  return key.endsWith(`/${manifestName}`);
}

/** Treats a folder as empty if it was removed meanwhile or belongs to another user. */
function unlessGone(error: unknown): { names: DiskKey[]; folders: DiskKey[] } {
  if (!isUnreadableFolder(error)) throw error;
  return { names: [], folders: [] };
}

export function isUnreadableFolder(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '');
}

async function readEntries(path: Buffer): Promise<{ name: DiskKey; isFolder: boolean }[]> {
  try {
    // Read as strings, because a hundred thousand buffers would block the event loop for a second.
    const entries = await readdir(path, { encoding: 'latin1', withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    // If the file system leaves out the types of entries, Node looks up each entry by its name, and a name read
    // as a string must then be UTF-8. Read the names as buffers instead.
    const entries = await readdir(path, { encoding: 'buffer', withFileTypes: true });
    return entries.map((entry) => ({ name: diskKey(entry.name), isFolder: entry.isDirectory() }));
  }
}

async function inParallel<T>(count: number, waiting: T[], work: (item: T) => Promise<void>): Promise<void> {
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(count, waiting.length) }, worker));
}

/** Returns the oldest first, so that new files get ids in a stable order. */
export async function readFacts(
  card: string,
  keys: Iterable<DiskKey>,
  onFolder: (folder: DiskKey) => void = () => {},
): Promise<Map<DiskKey, FileFacts>> {
  const found: [DiskKey, FileFacts][] = [];
  await inParallel(atOnce, [...keys], async (key) => {
    const diskName = Buffer.from(key, 'latin1');
    const stats = await lstat(diskPath(card, diskName), { bigint: true }).catch(unlessMissing);
    if (stats?.isFile()) found.push([key, factsOf(diskName, stats)]);
    if (stats?.isDirectory()) onFolder(key);
  });
  return new Map(found.sort(byTime));
}

function byTime([key, one]: [DiskKey, FileFacts], [otherKey, other]: [DiskKey, FileFacts]): number {
  const isEarlier = one.modifiedNs === other.modifiedNs ? key < otherKey : one.modifiedNs < other.modifiedNs;
  return isEarlier ? -1 : 1;
}

export function factsOf(diskName: Buffer, stats: BigIntStats): FileFacts {
  return { diskName, name: displayName(diskName), sizeBytes: Number(stats.size), modifiedNs: stats.mtimeNs };
}

export function isUnchanged(before: FileFacts, now: FileFacts): boolean {
  return before.sizeBytes === now.sizeBytes && before.modifiedNs === now.modifiedNs;
}

export function unlessMissing(error: unknown): undefined {
  // ENOTDIR: a file took the place of its folder.
  if (!['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) throw error;
}
