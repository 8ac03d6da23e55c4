import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { CachedDisk, WriteLog } from './cached-disk.mjs';

const sector = (letter: string) => Buffer.alloc(512, letter);

it('CachedDisk loses unflushed sectors in a power cut and keeps flushed ones', async () => {
  const path = join(await temporaryFolder(), 'disk');
  writeFileSync(path, Buffer.alloc(4 * 512, '-'));
  const disk = new CachedDisk(path);
  disk.write(0, sector('a'));
  disk.flush();
  disk.write(0, sector('b'));
  disk.write(512, Buffer.concat([sector('c'), sector('d')]));
  disk.write(1024, sector('e'), { fua: true });
  const letters = () =>
    disk
      .read(0, 4 * 512)
      .toString()
      .replaceAll(/(.)\1{511}/g, '$1');
  expect(letters()).toBe('bce-');
  expect(disk.cutPower({ pick: () => 0, next: () => 0.5 })).toBe(2);
  expect(letters()).toBe('a-e-');
  disk.close();
});

it('CachedDisk replays the recorded writes of a disk up to any of them', async () => {
  const folder = await temporaryFolder();
  const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string];
  for (const path of [first, second]) writeFileSync(path, Buffer.alloc(2 * 512, '-'));
  const log = new WriteLog(join(folder, 'log'));
  const disk = new CachedDisk(first, log);
  disk.write(0, sector('a'));
  disk.flush();
  disk.write(512, sector('b'));
  disk.write(0, sector('c'), { fua: true });
  disk.close();
  expect(log.length).toBe(4);
  const again = new CachedDisk(second);
  log.replay(again, 3);
  expect(again.cutPower({ pick: () => 0, next: () => 0.5 })).toBe(1);
  expect(again.read(0, 2 * 512).toString()).toBe('a'.repeat(512) + '-'.repeat(512));
  again.close();
  log.close();
});
