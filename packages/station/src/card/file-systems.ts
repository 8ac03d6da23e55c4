/**
 * How far the system reports changes in a folder. `exactly`: every change goes through this kernel, which reports it
 * by the name that the folder has. `by any name`: the same, but the name may be another spelling of the one in the
 * folder. `in part`: others may change the folder behind this kernel's back, as on a network.
 */
export type ChangeReports = 'exactly' | 'by any name' | 'in part';

/** By the numbers that statfs(2) gives. */
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

/** FAT counts the bytes of a file in 32 bits. */
const largestFiles = new Map([[0x4d44, 2 ** 32 - 1]]);

export function largestFileOf(fileSystem: number): number {
  return largestFiles.get(fileSystem >>> 0) ?? Number.MAX_SAFE_INTEGER;
}

/**
 * File systems on which a rename is written to the card in several steps: a power cut in between can leave the new name
 * without its content, and the content only under the old one.
 */
const renamingInSteps = [
  0x4d44, // FAT
  0x2011bab0, // exFAT
];

export function renamesInSteps(fileSystem: number): boolean {
  return renamingInSteps.includes(fileSystem >>> 0);
}

export function changeReportsOf(fileSystem: number): ChangeReports {
  // A number of 32 bits, which some systems have with a sign.
  return known.get(fileSystem >>> 0) ?? 'in part';
}
