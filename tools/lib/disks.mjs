// Makes small, removable file systems for tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** @type {import('node:child_process').ExecFileSyncOptions} */
const quiet = { stdio: ['ignore', 'ignore', 'pipe'] };
const mounted = new Set();

export const mayMount = spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;

export function mountSmall(path, sizeBytes) {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', path], quiet);
  mounted.add(path);
}

export function mountAt(from, path) {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['--bind', from, path], quiet);
  mounted.add(path);
}

/** Unmounts a file system even if it is in use, like removing a card. */
export function pullOut(path) {
  if (!mounted.delete(path)) return;
  execFileSync('umount', ['--lazy', path], quiet);
}

export function pullOutAll(folder) {
  for (const path of [...mounted].reverse()) if (path.startsWith(folder)) pullOut(path);
}

process.on('exit', () => pullOutAll('/'));

export function fill(folder) {
  const path = join(folder, '.filler');
  const file = openSync(path, 'w');
  try {
    for (let size = 64 * 1024; size >= 1; size = size > 1 ? size >> 4 : 0) {
      const block = Buffer.alloc(size, 1);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

export function makeRoom(folder) {
  rmSync(join(folder, '.filler'), { force: true });
}
