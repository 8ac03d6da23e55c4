import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { CachedDisk } from './cached-disk.mjs';

const sector = (letter: string) => Buffer.alloc(512, letter);

it('loses unflushed sectors in a power cut and keeps flushed ones', async () => {
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
