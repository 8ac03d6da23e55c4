import { openDatabase } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { BlocksTable, commandsPerBlock } from '../store/blocks-table.ts';
import { JobsTable } from '../store/jobs-table.ts';
import { migrations } from '../store/migrations.ts';
import { RemainingTime } from './remaining-time.ts';

/** A block of quick commands, then one of two slow ones. */
async function storedJob() {
  const store = openDatabase({ folder: await temporaryFolder(), owner: 'plotter', migrations });
  onTestFinished(() => store.close());
  const blocks = new BlocksTable(store.database);
  const jobId = new JobsTable(store.database).begin();
  blocks.add(jobId, 0, Array(commandsPerBlock).fill('PENUP'), Array(commandsPerBlock).fill(1));
  blocks.add(jobId, 1, ['MOVE X1 Y1', 'MOVE X2 Y2'], [3000, 6000]);
  return { blocks, jobId };
}

it('is the estimate of what is left, command by command', async () => {
  const remaining = new RemainingTime({ ...(await storedJob()), from: 0, startedMs: 0 });
  expect(remaining.at(0, 0)).toBe(10_000);
  expect(remaining.at(500, 500)).toBe(9_500);
  expect(remaining.at(1001, 1000)).toBe(6_000);
  expect(remaining.at(1002, 1000)).toBe(0);
});

it('is corrected by the time that commands took', async () => {
  const remaining = new RemainingTime({ ...(await storedJob()), from: 1000, startedMs: 100 });
  expect(remaining.at(1001, 100 + 6_000)).toBe(12_000);
});
