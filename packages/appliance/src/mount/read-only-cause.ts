import { readFileSync } from 'node:fs';
import { type MountedAt, mountOf } from './mounts.ts';

/** `damaged`: the card was mounted for writing, and the kernel made it read-only after errors. */
export type ReadOnlyCause = 'locked' | 'damaged' | 'mounted';

/** Texts for users. Each states the cause, then the remedy. */
export const readOnlyTexts: Record<ReadOnlyCause, string> = {
  locked:
    'The card is write-protected. Take it out, move the lock on its side, or on its adapter, and insert it again.',
  damaged:
    'The card’s file system has errors, so the system has made it read-only. Take the card out and insert it again to have it repaired.',
  mounted: 'The card is mounted read-only. Mount it for writing; if it was damaged, repair it first.',
};

export function findReadOnlyCause(folder: string): ReadOnlyCause {
  const mount = lookAt(folder);
  if (mount === undefined) return 'mounted';
  if (isDeviceReadOnly(mount.device)) return 'locked';
  // `mount -o ro` marks the mount point and the file system; an error marks only the file system.
  return mount.readOnlyItself && !mount.readOnlyHere ? 'damaged' : 'mounted';
}

function lookAt(folder: string): MountedAt | undefined {
  try {
    return mountOf(folder);
  } catch {
    // There is no `/proc/self/mountinfo`, for example on macOS.
    return undefined;
  }
}

function isDeviceReadOnly(device: string): boolean {
  try {
    return readFileSync(`/sys/dev/block/${device}/ro`, 'utf8').trim() === '1';
  } catch {
    // The folder is not on a block device but, for example, on a network file system.
    return false;
  }
}
