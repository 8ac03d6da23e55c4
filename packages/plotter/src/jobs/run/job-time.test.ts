import { openDatabase } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { BlocksTable, commandsPerBlock } from '../../store/blocks-table.ts';
import { JobsTable } from '../../store/jobs-table.ts';
import { migrations } from '../../store/schema.ts';
import { JobTime } from './job-time.ts';

const quick = { commands: Array(commandsPerBlock).fill('PENUP'), timesMs: Array(commandsPerBlock).fill(1) };
const slow = { commands: ['MOVE X1 Y1', 'MOVE X2 Y2'], timesMs: [3000, 6000] };

/** A block of quick commands, then one of two slow ones; 10 s in all. */
async function jobTime({ blocks = [quick, slow], progress = 0 } = {}): Promise<JobTime> {
  const store = openDatabase({ folder: await temporaryFolder(), owner: 'plotter', migrations });
  onTestFinished(() => store.close());
  const table = new BlocksTable(store.database);
  const jobId = new JobsTable(store.database).begin();
  for (const [at, { commands, timesMs }] of blocks.entries()) table.add(jobId, at, commands, timesMs);
  const total = blocks.reduce((sum, { commands }) => sum + commands.length, 0);
  return new JobTime({ blocks: table, jobId, total, progress });
}

/** Progress at a command sent right after the reply to the previous one. */
const at = (time: JobTime, next: number, nowMs: number) => {
  time.answered(nowMs);
  return time.at(next, nowMs);
};

it('progress follows the estimated times of commands, not their number', async () => {
  const time = await jobTime();
  time.begin(0, 0);
  expect(at(time, 0, 0)).toEqual({ progress: 0, remainingMs: 10_000 });
  expect(at(time, 500, 500)).toEqual({ progress: 0.05, remainingMs: 9_500 });
  expect(at(time, 1000, 1000)).toEqual({ progress: 0.1, remainingMs: 9_000 });
  expect(at(time, 1001, 4000)).toEqual({ progress: 0.4, remainingMs: 6_000 });
  expect(at(time, 1002, 10_000)).toEqual({ progress: 1, remainingMs: 0 });
});

it('progress continues during a long stroke, up to its estimate', async () => {
  const time = await jobTime();
  time.begin(1000, 0);
  expect(time.at(1000, 1000)).toEqual({ progress: 0.2, remainingMs: 8_000 });
  expect(time.at(1000, 9000).progress).toBe(0.4);
  time.answered(9000);
  expect(time.at(1001, 9000).progress).toBe(0.4);
  expect(time.at(1001, 12_000).progress).toBe(0.7);
});

it('less time remains on a machine faster than estimated', async () => {
  const time = await jobTime();
  time.begin(0, 0);
  at(time, 0, 0);
  expect(at(time, 1001, 400).remainingMs).toBe(Math.round((6_000 * (10_500 + 400)) / (10_500 + 4_000)));
});

it('more time remains on a machine slower than estimated', async () => {
  const time = await jobTime();
  time.begin(0, 0);
  // 4 s of the estimate took 64 s.
  expect(at(time, 1001, 64_000).remainingMs).toBe(Math.round((6_000 * (10_500 + 64_000)) / (10_500 + 4_000)));
  expect(at(time, 1002, 160_000).remainingMs).toBe(0);
});

it('the measured speed survives a pause, which does not count as plotting time', async () => {
  const time = await jobTime();
  time.begin(0, 0);
  at(time, 0, 0);
  const before = at(time, 1001, 400);
  time.end(1001, 400);
  time.begin(1001, 3_600_000);
  expect(at(time, 1001, 3_600_000)).toEqual(before);
});

it('progress does not go back when a stroke is repeated', async () => {
  const time = await jobTime();
  time.begin(0, 0);
  expect(at(time, 1001, 4000)).toEqual({ progress: 0.4, remainingMs: 6_000 });
  time.end(1001, 4000);
  time.begin(900, 5000);
  expect(at(time, 900, 5000)).toEqual({ progress: 0.4, remainingMs: 9_100 });
  expect(at(time, 1000, 5100)).toEqual({ progress: 0.4, remainingMs: 9_000 });
  expect(at(time, 1002, 14_000).progress).toBe(1);
  expect((await jobTime({ progress: 0.7 })).progressAt(1001)).toBe(0.7);
});

it('progress counts commands if none has an estimate', async () => {
  const unknown = { commands: Array(4).fill('G0 X1'), timesMs: Array(4).fill(0) };
  expect((await jobTime({ blocks: [unknown] })).progressAt(1)).toBe(0.25);
  expect((await jobTime({ blocks: [] })).progressAt(0)).toBe(0);
});
