import { join } from 'node:path';
import { openDatabase, silentLogger } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { plotterData } from '../../data-spec.ts';
import type { CommandOutcome } from '../../store/job.ts';
import { JobsTable } from '../../store/jobs-table.ts';
import { ResultsTable } from '../../store/results-table.ts';
import { AckCursor, type Counted } from './ack-cursor.ts';
import { JobStore } from './job-store.ts';
import { Journal } from './journal.ts';

class CursorOnABadDisk extends AckCursor {
  isBad = false;

  override write(jobId: number, counted: Counted): void {
    if (this.isBad) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    super.write(jobId, counted);
  }
}

const job = {
  ...{
    name: null,
    total: 1,
    stopOnError: true,
    liftPenOnFailure: true,
    timeoutMs: 1_000,
    pauses: [],
    pens: [],
  },
  ...{
    marks: [],
    alignment: null,
    stepsPerMm: null,
    newSheet: null,
    estimatedMs: 9,
    idempotencyKey: undefined,
    digest: '',
  },
};
const done: CommandOutcome = { ok: true, terminalLine: 'OK', lines: ['OK'] };

async function journalOf() {
  const folder = await temporaryFolder();
  const store = openDatabase({ folder, ...plotterData });
  const results = new ResultsTable(store.database);
  const cursor = new CursorOnABadDisk(join(folder, 'acknowledged'));
  const clock = new ManualClock();
  const journal = new Journal({ results, cursor, clock, makeRoom: () => {} });
  onTestFinished(() => {
    journal.close();
    cursor.close();
    store.close();
  });
  return { journal, results, cursor, clock, jobs: new JobsTable(store.database) };
}

it('a cursor that could not be written is written again', async () => {
  const { journal, results, cursor, clock, jobs } = await journalOf();
  const id = jobs.begin();
  cursor.isBad = true;
  for (const outcome of [done, { ...done, ok: false }]) {
    journal.record(id, 0, outcome);
    journal.executed(id, { executed: 1, sent: 1 });
    journal.settle();
    expect(journal.failure).toMatchObject({ code: 'EIO' });
    await clock.advance(1_000);
    expect(journal.failure).toBeUndefined();
  }
  cursor.isBad = false;
  journal.record(id, 1, done);
  journal.executed(id, { executed: 2, sent: 2 });
  expect(cursor.read(id)).toEqual({ executed: 0, sent: 0 });
  journal.settle();
  await clock.advance(100);
  expect([results.counts(id), cursor.read(id)]).toMatchObject([
    { completed: 1, failed: 1, last: 1 },
    { executed: 2, sent: 2 },
  ]);
  // The next sent command also counts the executed ones.
  journal.executed(id, { executed: 3, sent: 3 });
  journal.sent(id, { executed: 3, sent: 4 });
  journal.settle();
  expect(cursor.read(id)).toEqual({ executed: 3, sent: 4 });
});

it('pending results of a deleted job do not block other jobs', async () => {
  const { journal, results, clock, jobs } = await journalOf();
  const [gone, stays, late] = [jobs.begin(), jobs.begin(), jobs.begin()];
  // More results than a function call accepts as arguments, because a crash can leave that many replies missing.
  journal.keep(Array.from({ length: 200_000 }, (_, command) => ({ jobId: gone, command, outcome: done })));
  jobs.remove(gone);
  journal.record(stays, 0, done);
  expect(journal.failure).toBeDefined();
  journal.forget(gone);
  expect(journal.failure).toBeUndefined();
  journal.record(late, 0, done);
  jobs.remove(late);
  journal.forget(late);
  await clock.advance(100);
  expect(journal.failure).toBeUndefined();
  expect([results.counts(stays).completed, results.counts(late).completed]).toEqual([1, 0]);
});

it('a job that ended while the disk was full counts as running until its results are written', async () => {
  const { journal, results, clock, jobs: table } = await journalOf();
  const jobs = new JobStore({ table, journal, clock, log: silentLogger, makeRoom: () => {} });
  const id = jobs.begin();
  table.accept(id, job, { state: 'running', next: 0 });
  const { recordAll } = results;
  results.recordAll = () => {
    throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
  };
  journal.record(id, 0, done);
  const reached = { completed: 1, failed: 0, executed: 1, sent: 1, progress: 1, durationMs: 9 };
  jobs.ended(id, { state: 'done' }, reached);
  expect([jobs.get(id), table.get(id)]).toMatchObject([
    { state: { state: 'done' } },
    { state: { state: 'running' } },
  ]);
  expect(jobs.failure).toBeDefined();
  results.recordAll = recordAll;
  await clock.advance(1_000);
  expect([table.get(id)?.state, results.counts(id).completed, jobs.failure]).toEqual([
    { state: 'done' },
    1,
    undefined,
  ]);
  jobs.close();
});
