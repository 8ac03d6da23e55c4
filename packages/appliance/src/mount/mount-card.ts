import { readFileSync } from 'node:fs';
import { chown, lstat, mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { AppError, systemErrorCode } from '@stationery/core/errors';
import type { RunProgram } from '../run-program.ts';
import { type BlockDevice, lsblkArguments, readBlockDevices } from './block-devices.ts';
import { hasOwners, isMountable, mountOptions, type Owner, repairOf } from './file-system-programs.ts';
import { type Mount, mountOf, readMounts } from './mounts.ts';

export interface CardMounting {
  folder: string;
  owner: Owner;
  run: RunProgram;
  say: (line: string) => void;
}

/**
 * Time limit of a repair. A Raspberry Pi takes about two minutes for a card of 128 GB; with a broken card the
 * repair may never finish.
 */
const repairWithinMs = 5 * 60_000;
/** Limit of the repair output in the journal, because a badly damaged card causes a message per file. */
const maxOutputChars = 4_000;

/** Mounts the best card; with `onlyDevice`, only if it is that device. Returns whether a card is mounted now. */
export async function mountCard(mounting: CardMounting, onlyDevice?: string): Promise<boolean> {
  const { folder, run, say } = mounting;
  const [device] = await scanForCards(run, folder);
  if (device === undefined || (onlyDevice !== undefined && device.path !== onlyDevice)) {
    const name = onlyDevice ?? 'Every disk';
    say(
      device === undefined
        ? `${name} is left alone: it is in use by the system, or is not a card with a file system that can be mounted (FAT, exFAT, ext4).`
        : `${name} is left alone: ${device.path} is the card.`,
    );
    return false;
  }
  const before = mountOf(folder);
  if (before?.isMountPoint) {
    if (before.device === device.number) {
      say(`${device.path} is mounted at ${folder} already.`);
      return true;
    }
    if (await isThere(`/sys/dev/block/${before.device}`)) {
      say(`${device.path} is left alone: ${before.source} is mounted at ${folder}. Take that out first.`);
      return false;
    }
    await unmount(mounting);
  }
  const how = await repaired(device, mounting);
  // Create the mount point only after the repair. Otherwise the station would report an unusable folder for minutes.
  await makeMountPoint(folder);
  await mount(device, how, mounting);
  return true;
}

/** Unmounts the card. With `onlyDevice`, only if that device is mounted. */
export async function unmountCard(mounting: CardMounting, onlyDevice?: string): Promise<void> {
  const { folder, say } = mounting;
  const mounted = mountOf(folder);
  if (!mounted?.isMountPoint || (onlyDevice !== undefined && mounted.source !== onlyDevice)) return;
  await unmount(mounting);
  say(`${mounted.source} is unmounted from ${folder}.`);
  // Remove the folder below /media, because it is only a mount point and would look like an empty card.
  if (folder.startsWith('/media/')) await rmdir(folder).catch(() => undefined);
}

async function unmount({ folder, run }: CardMounting): Promise<void> {
  if ((await run(['umount', '--', folder])).status === 0) return;
  // A program has a file open. Unmount anyway; its further access to the file fails with errors.
  const { status, said } = await run(['umount', '--lazy', '--', folder]);
  if (status !== 0) throw new AppError('card-failed', `${folder} cannot be unmounted: ${said}`);
}

async function repaired(device: BlockDevice, { run, say }: CardMounting): Promise<'rw' | 'ro'> {
  const { path, fileSystem = '', isLocked } = device;
  if (isLocked) {
    say(`${path} is write-protected: its lock is on. It is mounted read-only.`);
    return 'ro';
  }
  const { repair, repairedStatus } = repairOf(fileSystem);
  const { status, said, isMissing } = await run([...repair, path], repairWithinMs);
  if (isMissing) {
    say(`${path} was not checked: ${repair[0]} is not installed.`);
    return 'rw';
  }
  if (status === undefined) {
    say(`${path} could not be checked: ${repair[0]} took longer than ${repairWithinMs / 60_000} minutes.`);
    return 'rw';
  }
  if (status !== 0) say(`${repair.join(' ')} ${path} ended with ${status}: ${said.slice(-maxOutputChars)}`);
  if (status <= repairedStatus) return 'rw';
  say(`${path} could not be repaired. It is mounted read-only, so that its files can be copied.`);
  return 'ro';
}

async function mount(device: BlockDevice, how: 'rw' | 'ro', mounting: CardMounting): Promise<void> {
  const { folder, owner, run, say } = mounting;
  const { path, fileSystem = '' } = device;
  const options = mountOptions(fileSystem, owner, how);
  const { status, said } = await run(['mount', '-t', fileSystem, '-o', options, '--', path, folder]);
  if (status !== 0) throw new AppError('card-failed', `${path} cannot be mounted: ${said}`);
  say(`${path} (${fileSystem}) is mounted at ${folder}${how === 'ro' ? ', read-only' : ''}.`);
  // Make the service the owner if that is root, as for a new file system. Keep any other owner.
  if (how === 'rw' && hasOwners(fileSystem) && (await stat(folder)).uid === 0)
    await chown(folder, owner.uid, owner.gid);
}

/**
 * Creates the mount point. Its parent folders must belong to root, because a user who could put a link there
 * would choose where the card is mounted. Other users cannot read the mount point, so that it is not mistaken
 * for an empty card before mounting.
 */
async function makeMountPoint(folder: string): Promise<void> {
  await makeParents(dirname(folder));
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    if (!(await lstat(folder)).isDirectory())
      throw new AppError('card-failed', `${folder} is not a folder, so no card is mounted there.`);
  }
}

async function makeParents(folder: string): Promise<void> {
  let path = '';
  for (const part of folder.split(sep).slice(1)) {
    path += `/${part}`;
    await mkdir(path, { mode: 0o755 }).catch((error: unknown) => {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    });
    const stats = await lstat(path);
    const isOthers = stats.uid !== 0 || ((stats.mode & 0o022) !== 0 && (stats.mode & 0o1000) === 0);
    if (!stats.isDirectory() || isOthers) {
      throw new AppError(
        'card-failed',
        `No card is mounted below ${path}: it is not a folder that only root can change. Set cardDir to a folder below /media.`,
      );
    }
  }
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Returns the possible cards, best first. Waits until udev has processed new devices. */
export async function scanForCards(run: RunProgram, folder: string): Promise<BlockDevice[]> {
  await run(['udevadm', 'settle', '--timeout=20']);
  const { stdout } = await run(['lsblk', ...lsblkArguments]);
  return findCards(readBlockDevices(stdout), { mounts: readMounts(), swaps: readSwaps(), folder });
}

function readSwaps(): string {
  try {
    return readFileSync('/proc/swaps', 'utf8');
  } catch {
    return '';
  }
}

/** Labels of preferred cards, which may be on any disk except the system's. */
export const cardLabels = ['STATIONERY', 'CARD'] as const;

export const defaultCardFolder = '/media/card';

interface DiskUse {
  mounts: readonly Mount[];
  /** Content of `/proc/swaps`. */
  swaps: string;
  /** The card's folder. A mount there does not count as in use. */
  folder: string;
}

/**
 * Returns the possible cards, best first: labelled ones, then removable ones in kernel order. Excludes disks in use.
 */
export function findCards(devices: readonly BlockDevice[], use: DiskUse): BlockDevice[] {
  const used = disksInUse(devices, use);
  const free = devices.filter(
    ({ fileSystem, disks }) => isMountable(fileSystem) && ![...disks].some((disk) => used.has(disk)),
  );
  const labelled = cardLabels.flatMap((label) =>
    free.filter((device) => device.label?.toUpperCase() === label),
  );
  const removable = free.filter(({ isRemovable, isBootPartition }) => isRemovable && !isBootPartition);
  return [...new Set([...labelled, ...removable])];
}

function disksInUse(devices: readonly BlockDevice[], { mounts, swaps, folder }: DiskUse): Set<string> {
  const elsewhere = mounts.filter(({ at }) => at !== folder);
  const numbers = new Set(elsewhere.map(({ device }) => device));
  // Some file systems (btrfs) report a device number of their own, so also match by the path of the source.
  const paths = new Set([...elsewhere.map(({ source }) => source), ...swapPaths(swaps)]);
  const inUse = devices.filter(({ number, path }) => numbers.has(number) || paths.has(path));
  return new Set(inUse.flatMap(({ disks }) => [...disks]));
}

function swapPaths(swaps: string): string[] {
  return swaps
    .split('\n')
    .slice(1)
    .map((line) => line.split(/[ \t]/, 1)[0] ?? '');
}
