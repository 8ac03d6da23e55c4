import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { systemErrorCode } from '@stationery/core';
import type { FileFacts } from '../store/files-table.ts';
import { displayName, isUnlisted } from './file-name.ts';

const atOnce = 64;

/** The bytes of a name as a string with one character per byte. */
export type DiskKey = string;

export function diskKey(diskName: Buffer): DiskKey {
  return diskName.toString('latin1');
}

export function diskPath(folder: string, diskName: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), diskName]);
}

/** Returns the names in the folder that could be files. */
export async function readNames(folder: string): Promise<Set<DiskKey>> {
  // Read as strings, because a hundred thousand buffers would block the event loop for a second.
  const names = await readdir(folder, { encoding: 'latin1' });
  return new Set(names.filter((name) => !isUnlisted(name)));
}

/** Facts of regular files, oldest first, so that new files get ids in a stable order. */
export async function readFacts(folder: string, keys: Iterable<DiskKey>): Promise<Map<DiskKey, FileFacts>> {
  const waiting = [...keys];
  const found: [DiskKey, FileFacts][] = [];
  const worker = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const diskName = Buffer.from(key, 'latin1');
      const stats = await statOrNothing(diskPath(folder, diskName));
      if (stats?.isFile()) found.push([key, factsOf(diskName, stats)]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, worker));
  return new Map(found.sort(byTime));
}

function byTime([key, one]: [DiskKey, FileFacts], [otherKey, other]: [DiskKey, FileFacts]): number {
  const isEarlier = one.modifiedNs === other.modifiedNs ? key < otherKey : one.modifiedNs < other.modifiedNs;
  return isEarlier ? -1 : 1;
}

export function factsOf(diskName: Buffer, stats: BigIntStats): FileFacts {
  return {
    diskName,
    name: displayName(diskName),
    sizeBytes: Number(stats.size),
    modifiedNs: stats.mtimeNs,
  };
}

/** Compares size and time. */
export function isUnchanged(before: FileFacts, now: FileFacts): boolean {
  return before.sizeBytes === now.sizeBytes && before.modifiedNs === now.modifiedNs;
}

async function statOrNothing(path: Buffer): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
