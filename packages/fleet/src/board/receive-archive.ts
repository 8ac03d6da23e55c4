import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from '../reasons.ts';

/** Folder for archives on arrival. A killed board leaves incomplete archives in it. */
export const incomingFolder = (dataDir: string): string => join(dataDir, 'incoming');

/** Disk space kept free for the databases and logs of this machine. */
const spareBytes = 64 * 1024 * 1024;

interface ArchiveRoom {
  folder: string;
  /** Undefined if the sender does not announce the size. */
  sizeBytes: number | undefined;
  /** Copies of the archive that the board's disk must hold at the same time until it is published. */
  copies: number;
}

export async function receiveArchive<T>(
  chunks: AsyncIterable<Uint8Array>,
  { folder, sizeBytes = 0, copies }: ArchiveRoom,
  use: (path: string) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  await requireRoom(folder, sizeBytes * copies);
  const path = join(folder, `${randomUUID()}.tar`);
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await handle.appendFile(chunk);
    } finally {
      await handle.close();
    }
    return await use(path);
  } finally {
    await rm(path, { force: true });
  }
}

async function requireRoom(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = Math.max(0, bavail * bsize - spareBytes);
  if (neededBytes <= freeBytes) return;
  throw refusal('disk-full', { code: 'board-no-room', neededBytes, freeBytes });
}
