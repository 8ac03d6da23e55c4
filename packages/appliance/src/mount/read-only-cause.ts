import { readFileSync } from 'node:fs';
import { type MountedAt, mountOf } from './mounts.ts';

/**
 * Why a card cannot be written. `locked`: its device allows no writing. `damaged`: it was mounted for writing, and the
 * kernel has made it read-only since, which it does when it finds errors. `mounted`: somebody mounted it read-only.
 */
export type ReadOnlyCause = 'locked' | 'damaged' | 'mounted';

/** What happened, then what to do. */
export const readOnlyTexts: Record<ReadOnlyCause, string> = {
  locked:
    'The card is write-protected. Take it out, move the lock on its side, or on its adapter, and insert it again.',
  damaged:
    'The card’s file system has errors, so the system has made it read-only. Take the card out and insert it again to have it repaired.',
  mounted: 'The card is mounted read-only. Mount it for writing; if it was damaged, repair it first.',
};

/** For a folder on a file system that refuses to be written. */
export function findReadOnlyCause(folder: string): ReadOnlyCause {
  const mount = lookAt(folder);
  return mount === undefined ? 'mounted' : readOnlyCause(mount, isDeviceReadOnly(mount.device));
}

function readOnlyCause(
  { readOnlyHere, readOnlyItself }: Pick<MountedAt, 'readOnlyHere' | 'readOnlyItself'>,
  isDeviceLocked: boolean,
): ReadOnlyCause {
  if (isDeviceLocked) return 'locked';
  // `mount -o ro` marks both the place and the file system; an error marks the file system alone.
  return readOnlyItself && !readOnlyHere ? 'damaged' : 'mounted';
}

function lookAt(folder: string): MountedAt | undefined {
  try {
    return mountOf(folder);
  } catch {
    // There is no such list on this system.
    return undefined;
  }
}

function isDeviceReadOnly(device: string): boolean {
  try {
    return readFileSync(`/sys/dev/block/${device}/ro`, 'utf8').trim() === '1';
  } catch {
    // Not on a block device, such as a network's.
    return false;
  }
}
