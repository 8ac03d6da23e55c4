// Small disks for `../fleet-faults.mjs` that fill up quickly.
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';

/** Mounts a separate disk if permitted. */
export function mountSmall(folder) {
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' }).status === 0
  );
}

export function unmount(folder) {
  spawnSync('umount', ['-l', folder]);
}

export function fillDisk(path) {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(16_384));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
