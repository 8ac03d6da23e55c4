import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { readFacts, readNames } from './card-scan.ts';

it('readFacts sorts files by date, then by name', async () => {
  const folder = await temporaryFolder();
  const names = Array.from({ length: 300 }, (_, at) => `${String((at * 7) % 300).padStart(3, '0')}.mp3`);
  for (const [at, name] of names.entries()) {
    writeFileSync(join(folder, name), '');
    utimesSync(join(folder, name), 1000, 1000 + Math.floor(at / 2));
  }
  const found = await readFacts(folder, await readNames(folder));
  const pairs = Array.from({ length: 150 }, (_, at) => names.slice(at * 2, at * 2 + 2).sort());
  expect([...found.values()].map(({ name }) => name)).toEqual(pairs.flat());
});
