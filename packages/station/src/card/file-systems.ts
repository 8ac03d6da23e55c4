/**
 * How reliably the kernel reports changes in a folder. `exactly`: every change, by the name in the
 * folder. `by any name`: every change, but possibly in a different spelling. `in part`: changes can
 * bypass this kernel, as on a network.
 */
export type ChangeReports = 'exactly' | 'by any name' | 'in part';

/** By the numbers of statfs(2). */
const known = new Map<number, ChangeReports>([
  [0xef53, 'exactly'], // ext2, ext3, ext4
  [0x01021994, 'exactly'], // tmpfs
  [0x9123683e, 'exactly'], // btrfs
  [0x58465342, 'exactly'], // xfs
  [0xf2f52010, 'exactly'], // f2fs
  [0x794c7630, 'exactly'], // overlayfs
  [0x4d44, 'by any name'], // FAT
  [0x2011bab0, 'by any name'], // exFAT
  [0x7366746e, 'by any name'], // ntfs3
]);

/** FAT stores the file size in 32 bits. */
const largestFiles = new Map([[0x4d44, 2 ** 32 - 1]]);

export function largestFileOf(fileSystem: number): number {
  return largestFiles.get(fileSystem >>> 0) ?? Number.MAX_SAFE_INTEGER;
}

/**
 * File systems that write a rename in several steps: a power cut can leave the new name empty and
 * the content under the old name.
 */
const renamingInSteps = [
  0x4d44, // FAT
  0x2011bab0, // exFAT
];

export function renamesInSteps(fileSystem: number): boolean {
  return renamingInSteps.includes(fileSystem >>> 0);
}

export function changeReportsOf(fileSystem: number): ChangeReports {
  // Some systems return the 32-bit number with a sign.
  return known.get(fileSystem >>> 0) ?? 'in part';
}
