import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeImage, needsImages, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lsblkArguments } from '../../../appliance/src/mount/block-devices.ts';
import { mountCard, unmountCard } from '../../../appliance/src/mount/mount-card.ts';
import { mountOf } from '../../../appliance/src/mount/mounts.ts';
import { type RunProgram, runProgram } from '../../../appliance/src/run-program.ts';

const images = needsImages();
const owner = { uid: 12_345, gid: 12_345 };

/** Creates an ext4 on a real loop device, with scripted `lsblk` output, because lsblk needs udev. */
async function insertedCard() {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const image = join(folder, 'card.img');
  makeImage(image, 4 * 1024 * 1024);
  const device = execFileSync('losetup', ['--find', '--show', image], { encoding: 'utf8' }).trim();
  onTestFinished(() => void execFileSync('losetup', ['--detach', device]));
  const number = execFileSync('lsblk', ['-no', 'MAJ:MIN', device], { encoding: 'utf8' }).trim();
  const row = { name: device, pkname: null, 'maj:min': number, type: 'loop', fstype: 'ext4', label: 'CARD' };
  const more = { parttype: null, ro: false, rm: false, hotplug: false };
  const said: string[] = [];
  const ran: string[] = [];
  const run: RunProgram = async (words, withinMs) => {
    ran.push(words.join(' '));
    if (words.join(' ') === ['lsblk', ...lsblkArguments].join(' ')) {
      const stdout = JSON.stringify({ blockdevices: [{ ...row, ...more }] });
      return { status: 0, stdout, said: stdout, isMissing: false };
    }
    return words[0] === 'udevadm'
      ? { status: undefined, stdout: '', said: '', isMissing: true }
      : runProgram(words, withinMs);
  };
  const cardDir = join(folder, 'media/card');
  const mounting = { folder: cardDir, owner, run, say: (line: string) => void said.push(line) };
  onTestFinished(() => unmountCard(mounting));
  return { folder, image, device, cardDir, mounting, said, ran };
}

describe.skipIf(!images.run)(`mounting a card (${images.label})`, () => {
  it('repairs the card, mounts it for the service, and unmounts no other card', async () => {
    const { cardDir, device, mounting, ran, said } = await insertedCard();
    const run: RunProgram = async (words, withinMs) => {
      if (words[0] === 'e2fsck') expect(existsSync(cardDir)).toBe(false);
      return mounting.run(words, withinMs);
    };
    expect(await mountCard({ ...mounting, run }, device)).toBe(true);
    expect(mountOf(cardDir)).toMatchObject({ isMountPoint: true, source: device, readOnly: false });
    expect((await stat(cardDir)).uid).toBe(owner.uid);
    const repair = ran.indexOf(`e2fsck -p ${device}`);
    expect(repair).toBeGreaterThan(0);
    expect(ran[repair + 1]).toMatch(/^mount -t ext4 -o rw,noatime,nosuid,nodev,noexec /);

    expect(await mountCard(mounting)).toBe(true);
    expect(said.at(-1)).toContain('already');
    expect(await mountCard(mounting, '/dev/other1')).toBe(false);
    await unmountCard(mounting, '/dev/other1');
    expect(mountOf(cardDir)?.isMountPoint).toBe(true);
    await unmountCard(mounting, device);
    expect(mountOf(cardDir)?.isMountPoint).toBe(false);
  });

  it('mounts a card read-only if it cannot be repaired', async () => {
    const { cardDir, device, mounting, said } = await insertedCard();
    const run: RunProgram = (words, withinMs) =>
      words[0] === 'e2fsck'
        ? Promise.resolve({ status: 4, stdout: '', said: 'UNEXPECTED INCONSISTENCY', isMissing: false })
        : mounting.run(words, withinMs);
    expect(await mountCard({ ...mounting, run }, device)).toBe(true);
    expect(mountOf(cardDir)?.readOnly).toBe(true);
    expect(said.join('\n')).toMatch(/UNEXPECTED INCONSISTENCY[\s\S]*could not be repaired/);
  });

  it('mounts nothing if a different user could choose the mount point', async () => {
    const { folder, cardDir, device, mounting } = await insertedCard();
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'precious'), '');
    await mkdir(join(folder, 'media'));
    await symlink(elsewhere, cardDir);
    await expect(mountCard(mounting, device)).rejects.toThrow('is not a folder');
    await chmod(join(folder, 'media'), 0o777);
    await expect(mountCard(mounting, device)).rejects.toThrow('only root can change');
    expect(await readdir(elsewhere)).toEqual(['precious']);
  });
});
