import type { BlockDevice } from './block-devices.ts';
import { isMountable } from './file-system-programs.ts';
import type { Mount } from './mounts.ts';

/** A card with one of these labels is preferred and may be on any disk except the system's. */
export const cardLabels = ['STATIONERY', 'CARD'] as const;

/** Default mount point of the card. */
export const defaultCardFolder = '/media/card';

interface DiskUse {
  mounts: readonly Mount[];
  /** Content of `/proc/swaps`. */
  swaps: string;
  /** The card's folder. A mount there does not count as in use. */
  folder: string;
}

/**
 * Card candidates, best first: labelled, then removable in kernel order. Excludes disks in use, such as the system's.
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
  // Some file systems (btrfs) have their own device number and only name their source.
  const paths = new Set([...elsewhere.map(({ source }) => source), ...swapPaths(swaps)]);
  const inUse = devices.filter(({ number, path }) => numbers.has(number) || paths.has(path));
  return new Set(inUse.flatMap(({ disks }) => [...disks]));
}

/** The first word of each line except the heading. */
function swapPaths(swaps: string): string[] {
  return swaps
    .split('\n')
    .slice(1)
    .map((line) => line.split(/[ \t]/, 1)[0] ?? '');
}
