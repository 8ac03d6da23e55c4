import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { systemErrorCode } from '../errors.ts';
import { needsProgram, needsRight } from './needs-program.ts';

const quiet: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'pipe'] };
const mounted: string[] = [];

/**
 * Checks for the right to mount. Without it, tests are skipped, or fail with `CI=true`:
 * `describe.skipIf(!mounts.run)`.
 */
export function needsMounts(): { run: boolean; label: string } {
  return needsRight('mount', mayMount());
}

/** Like `needsMounts`, for images on loop devices. */
export function needsImages(): { run: boolean; label: string } {
  const program = needsProgram('mkfs.ext4', 'e2fsprogs');
  return needsRight('mount an ext4 image', program.run && mayMount() && mayMountImages());
}

export function mountTmpfs(path: string, sizeBytes: number): void {
  mkdirSync(path, { recursive: true });
  mountAt(path, ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs']);
}

/** Returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const path = join(folder, 'filler');
  for (const size of [1024 * 1024, 4096]) {
    const piece = Buffer.alloc(size, 1);
    try {
      for (;;) appendFileSync(path, piece);
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOSPC') throw error;
    }
  }
  return () => rmSync(path);
}

/** Mounts a folder as a card, which keeps its files when it is removed and reinserted. */
export function mountBound(from: string, path: string): void {
  mountAt(path, ['--bind', from]);
}

/** Mounts an image. With `ro`, the loop device is also read-only, like a card with its lock on. */
export function mountImage(image: string, path: string, option = 'rw', attempts = 100): void {
  mkdirSync(path, { recursive: true });
  try {
    mountAt(path, ['-o', `loop,${option}`, image]);
  } catch (error) {
    // Another test may have taken the loop device, or keeps it busy by listing devices.
    if (attempts === 0) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    mountImage(image, path, option, attempts - 1);
  }
}

export function makeImage(image: string, sizeBytes: number): void {
  writeFileSync(image, '');
  truncateSync(image, sizeBytes);
  execFileSync(needsProgram('mkfs.ext4', 'e2fsprogs').path, ['-q', '-F', '-m', '0', image], quiet);
}

/** Triggers a kernel error in a mounted ext4 file system; with `errors=remount-ro` it becomes read-only. */
export function makeFileSystemError(path: string): void {
  const said = execFileSync('findmnt', ['-no', 'SOURCE', path], { encoding: 'utf8' });
  writeFileSync(`/sys/fs/ext4/${basename(said.trim())}/trigger_fs_error`, 'made by a test');
}

/** Repairs an image with fsck, which exits with 1 if it repaired something. */
export function repairImage(image: string): void {
  const { status, stderr } = spawnSync(needsProgram('e2fsck', 'e2fsprogs').path, ['-p', '-f', image]);
  if (status !== 0 && status !== 1) throw new Error(`e2fsck: ${stderr}`);
}

export function remount(path: string, how: 'ro' | 'rw'): void {
  execFileSync('mount', ['-o', `remount,${how}`, path], quiet);
}

/** Retries, because a station that reads the folder keeps it busy. */
export function unmount(path: string, attempts = 100): void {
  try {
    execFileSync('umount', [path], quiet);
    forget(path);
  } catch (error) {
    if (attempts === 0) throw error;
    unmount(path, attempts - 1);
  }
}

/** Simulates a card removed in use: open files stay open until the programs close them. */
export function pullOut(path: string): void {
  execFileSync('umount', ['--lazy', path], quiet);
  forget(path);
}

function forget(path: string): void {
  mounted.splice(mounted.lastIndexOf(path), 1);
}

function mountAt(path: string, args: readonly string[]): void {
  execFileSync('mount', [...args, path], quiet);
  mounted.push(path);
  // Unmounts lazily, because a station may still use the mount.
  onTestFinished(() => {
    if (mounted.includes(path)) pullOut(path);
  });
}

function mayMount(): boolean {
  return attempt((folder) => execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], quiet));
}

function mayMountImages(): boolean {
  return attempt((folder) => {
    const image = `${folder}.img`;
    try {
      makeImage(image, 1024 * 1024);
      execFileSync('mount', ['-o', 'loop', image, folder], quiet);
    } finally {
      rmSync(image, { force: true });
    }
  });
}

function attempt(mount: (folder: string) => void): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'stationery-mount-'));
  try {
    mount(folder);
    execFileSync('umount', [folder], quiet);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
