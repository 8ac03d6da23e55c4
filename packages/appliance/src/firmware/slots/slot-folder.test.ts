import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { SlotFolder } from './slot-folder.ts';
import { SlotInstaller } from './slot-installer.ts';

it('a missing or invalid update folder does not prevent a station from starting', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [join(folder, 'missing'), file]) {
    const parts = { folder: new SlotFolder(path), running: 'factory', step: () => undefined } as const;
    expect(new SlotInstaller(parts).lowestVersion()).toBe(null);
  }
});

it('the slot folder removes leftovers of an interrupted update', async () => {
  const path = await temporaryFolder();
  for (const name of ['a', 'a.old', 'incoming-1', 'unpacking-1']) mkdirSync(join(path, name));
  new SlotFolder(path).tidy();
  expect(readdirSync(path)).toEqual(['a']);
});
