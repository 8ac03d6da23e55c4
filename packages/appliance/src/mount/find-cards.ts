import type { BlockDevice } from './block-devices.ts';
import { isMountable } from './file-system-programs.ts';
import type { Mount } from './mounts.ts';

/** A card with one of these labels is preferred, and may be on any kind of disk but the system's. */
export const cardLabels = ['STATIONERY', 'CARD'] as const;

/** Where a card is mounted while no other folder is set. */
export const defaultCardFolder = '/media/card';

interface DiskUse {
  mounts: readonly Mount[];
  /** What `/proc/swaps` says. */
  swaps: string;
  /** The card's folder: what is mounted there is no other use. */
  folder: string;
}

/**
 * What may be mounted as the card, the best first: those with a label of ours, then anything removable in the order of
 * the kernel. Never a disk that is in use for anything else, as the system's own is.
 */
export function findCards(devices: readonly BlockDevice[], use: DiskUse): BlockDevice[] {
  const used = disksInUse(devices, use);
  const free = devices.filter(
    ({ fileSystem, disks }) => isMountable(fileSystem) && ![...disks].some((disk) => used.has(disk)),
  );
  const labelled = cardLabels.flatMap((label) => free.filter((device) => hasLabel(device, label)));
  const removable = free.filter(({ isRemovable, isBootPartition }) => isRemovable && !isBootPartition);
  return [...new Set([...labelled, ...removable])];
}

function hasLabel({ label }: BlockDevice, wanted: string): boolean {
  return label?.toUpperCase() === wanted;
}

function disksInUse(devices: readonly BlockDevice[], { mounts, swaps, folder }: DiskUse): Set<string> {
  const elsewhere = mounts.filter(({ at }) => at !== folder);
  const numbers = new Set(elsewhere.map(({ device }) => device));
  // Some file systems (btrfs) have a number of their own and only name what they lie on.
  const paths = new Set([...elsewhere.map(({ source }) => source), ...swapPaths(swaps)]);
  const inUse = devices.filter(({ number, path }) => numbers.has(number) || paths.has(path));
  return new Set(inUse.flatMap(({ disks }) => [...disks]));
}

/** The first word of each line but the head. */
function swapPaths(swaps: string): string[] {
  return swaps
    .split('\n')
    .slice(1)
    .map((line) => line.split(/[ \t]/, 1)[0] ?? '');
}
