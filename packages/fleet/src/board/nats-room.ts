import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Kept free for other programs, and for nats-server itself, which hangs if a write fails. */
const maxReserveBytes = 256 * 1024 * 1024;

export interface NatsRoom {
  /** Maximum storage of the server, including the messages it already has. */
  limitBytes: number;
  freeBytes: number;
  /** nats-server is not started with less free space. */
  reserveBytes: number;
}

export function measureRoom(folder: string): NatsRoom {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  const reserveBytes = Math.min(maxReserveBytes, Math.floor((blocks * bsize) / 10));
  const limitBytes = storedBytes(join(folder, 'jetstream')) + Math.max(0, freeBytes - reserveBytes);
  return { limitBytes, freeBytes, reserveBytes };
}

function storedBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
}
