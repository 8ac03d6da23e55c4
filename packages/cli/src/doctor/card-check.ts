import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { bad, type Finding, good, skipped } from './finding.ts';
import { isFolder, isWritable, mountOf } from './folder-state.ts';
import type { Patient } from './patient.ts';

const littleBytes = 16 * 1024 * 1024;

export function cardCheck({ station, running }: Patient): Finding {
  const name = 'Card';
  const folder = resolve(station.cardDir);
  if (station.makeCardDir) {
    return skipped(
      name,
      `no card is set, ${folder} stands in for one; set cardDir to where the card is mounted`,
    );
  }
  if (running?.card.state === 'missing')
    return bad(name, `${folder}: ${running.card.reason}`, mendMount(folder));
  if (!isFolder(folder)) return bad(name, `${folder} is not there`, mendMount(folder));
  const mount = mountOf(folder);
  const kind = mount?.fileSystem ?? 'unknown';
  if (mount?.isMountPoint !== true && station.cardMount !== 'no') {
    return bad(name, `${folder} is a folder, and no card is mounted there`, mendMount(folder));
  }
  if (mount?.readOnly === true) {
    const mend = `look whether the card’s lock is on; then: sudo fsck $(findmnt -no SOURCE ${folder}); sudo mount -o remount,rw ${folder}`;
    return bad(name, `${folder} (${kind}) is write-protected`, mend);
  }
  if (running === undefined && !isWritable(folder)) {
    const mend =
      'FAT and exFAT get their owner when they are mounted: add uid=stationery,gid=stationery to its line in /etc/fstab';
    return bad(name, `${folder} (${kind}) may not be written`, mend);
  }
  const { bavail, bsize, blocks } = statfsSync(folder);
  const detail = `${folder} (${kind}), ${megabytes(bavail * bsize)} of ${megabytes(blocks * bsize)} MB free`;
  if (bavail * bsize < littleBytes) return bad(name, detail, 'remove files from the card');
  return good(name, detail);
}

function mendMount(folder: string): string {
  return `put the card in; find its name with lsblk -f; mount it by its label in /etc/fstab, with nofail: LABEL=CARD ${folder} …`;
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1e6);
}
