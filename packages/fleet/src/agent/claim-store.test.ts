import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repairDatabase } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, test } from 'vitest';
import { ClaimStore, claimData } from './claim-store.ts';

const content = { kind: 'drawing' as const, object: 'a'.repeat(64), sizeBytes: 1 };
const claim = (job: string) => ({ job, fence: 1, name: null, content });

test('reports have higher numbers than before, even after a repair that found no readable data', async () => {
  const folder = await temporaryFolder();
  const before = new ClaimStore(folder);
  before.claim(claim('one'));
  const { number } = before.nextReport()!;
  before.sent(number);
  before.close();
  writeFileSync(join(folder, 'fleet.db'), 'not a database');
  expect(repairDatabase(folder, claimData)?.tables).toContainEqual({
    table: 'claims',
    rows: 0,
    from: 'nowhere',
  });
  const after = new ClaimStore(folder);
  after.claim(claim('two'));
  expect(after.nextReport()!.number).toBeGreaterThan(number);
  after.close();
});

test('claims that are readable survive a repair', async () => {
  const folder = await temporaryFolder();
  const before = new ClaimStore(folder);
  before.claim(claim('one'));
  before.claim(claim('two'));
  before.close();
  const { default: Sqlite } = await import('libsql');
  const database = new Sqlite(join(folder, 'fleet.db'));
  database.exec("UPDATE claims SET content = 'cut off' WHERE job = 'one'");
  database.close();
  expect(repairDatabase(folder, claimData)).toBeDefined();
  const after = new ClaimStore(folder);
  expect(after.open().map(({ job }) => job)).toEqual(['two']);
  expect(after.nextReport()).toMatchObject({ job: 'one' });
  after.close();
});
