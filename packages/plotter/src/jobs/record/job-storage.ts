import { join } from 'node:path';
import type { CleanupStack, Clock, Logger, openDatabase } from '@stationery/core';
import { BlocksTable } from '../../store/blocks-table.ts';
import { JobsTable } from '../../store/jobs-table.ts';
import { ResultsTable } from '../../store/results-table.ts';
import { AckCursor } from './ack-cursor.ts';
import { DiskRoom } from './disk-room.ts';
import { JobArchive } from './job-archive.ts';
import { JobStore } from './job-store.ts';
import { Journal } from './journal.ts';

interface JobStorageDeps {
  store: ReturnType<typeof openDatabase>;
  folder: string;
  clock: Clock;
  log: Logger;
  cleanup: CleanupStack;
}

export function openJobStorage({ store, folder, clock, log, cleanup }: JobStorageDeps) {
  const quick = store.journal();
  // Commands are durable when their job is accepted, because the job follows them in the same synced log.
  const blocks = new BlocksTable(quick);
  const results = new ResultsTable(quick);
  const cursor = new AckCursor(join(folder, 'acknowledged'));
  cleanup.add(() => cursor.close());
  const makeRoom = () => store.reuseLog();
  const journal = new Journal({ results, cursor, clock, makeRoom });
  cleanup.add(() => journal.close());
  const room = new DiskRoom(folder);
  const jobs = new JobStore({ table: new JobsTable(store.database), journal, clock, log, makeRoom });
  cleanup.add(() => jobs.close());
  const archive = new JobArchive({ jobs, blocks, results, journal, room });
  return { jobs, blocks, results, cursor, journal, room, archive };
}
