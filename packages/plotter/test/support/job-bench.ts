import { cpSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CleanupStack, openDatabase, StoredSettings, silentLogger } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';
import { plotterData } from '../../src/data-spec.ts';
import { stationery } from '../../src/drivers/stationery/family.ts';
import { connectEvents } from '../../src/events.ts';
import { LimitGuard } from '../../src/jobs/check/limit-guard.ts';
import { Jobs } from '../../src/jobs/jobs.ts';
import { AckCursor } from '../../src/jobs/record/ack-cursor.ts';
import { DiskRoom } from '../../src/jobs/record/disk-room.ts';
import { JobArchive } from '../../src/jobs/record/job-archive.ts';
import { JobStore } from '../../src/jobs/record/job-store.ts';
import { Journal } from '../../src/jobs/record/journal.ts';
import { recoverJobs } from '../../src/jobs/resume/recover-jobs.ts';
import { lastPositions } from '../../src/jobs/start/last-positions.ts';
import { OriginKeeper } from '../../src/machine/origin-keeper.ts';
import { PositionTracker } from '../../src/machine/position-tracker.ts';
import { BlocksTable } from '../../src/store/blocks-table.ts';
import type { JobResource, Pause } from '../../src/store/job.ts';
import { JobsTable } from '../../src/store/jobs-table.ts';
import { ResultsTable } from '../../src/store/results-table.ts';
import type { WindowedDriver } from './windowed-driver.ts';

export interface BenchJob {
  pauses?: readonly Pause[];
  stopOnError?: boolean;
  liftPenOnFailure?: boolean;
}

/** A service without HTTP, on a real data folder and a machine moved step by step. */
export class JobBench {
  readonly jobs: Jobs;
  readonly archive: JobArchive;
  readonly tracker = new PositionTracker();
  readonly driver: WindowedDriver;
  readonly clock = new ManualClock();
  readonly #folder: string;
  readonly #store: JobStore;
  readonly #blocks: BlocksTable;
  readonly #cleanup = new CleanupStack(silentLogger);
  #failsOnce = false;

  constructor(folder: string, driver: WindowedDriver) {
    this.#folder = folder;
    this.driver = driver;
    const { clock, tracker } = this;
    const log = silentLogger;
    const store = openDatabase({ folder, ...plotterData });
    this.#cleanup.add(() => store.close());
    const settings = new StoredSettings(store.database, plotterData.settings);
    const quick = store.journal();
    const blocks = new BlocksTable(quick);
    const results = new ResultsTable(quick);
    const cursor = new AckCursor(join(folder, 'acknowledged'));
    const write = cursor.write.bind(cursor);
    cursor.write = (...record) => {
      const fails = this.#failsOnce;
      this.#failsOnce = false;
      if (fails) throw new Error('EIO');
      write(...record);
    };
    this.#cleanup.add(() => cursor.close());
    const journal = new Journal({ results, cursor, clock, makeRoom: () => {} });
    this.#cleanup.add(() => journal.close());
    const room = new DiskRoom(folder);
    const jobs = new JobStore({
      table: new JobsTable(store.database),
      journal,
      clock,
      log,
      makeRoom: () => {},
    });
    this.#cleanup.add(() => jobs.close());
    recoverJobs({ jobs, blocks, results, cursor, journal, driver });
    const { coordinates } = driver.machine;
    const machine = {
      current: { ...stationery.defaultProfile, coordinates },
      isRelative: coordinates === 'relative',
    };
    const origin = new OriginKeeper({
      driver,
      tracker,
      stored: settings.at('origin'),
      run: settings.nextRun(),
      log,
      positionsAfter: (session) =>
        machine.isRelative
          ? []
          : jobs
              .inStates('paused', 'interrupted')
              .filter((job) => job.session === session)
              .flatMap((job) => lastPositions(job, { blocks, results, driver })),
      onKept: (before, now) => jobs.moveSession(before, now),
      onSet: (now) => jobs.moveResumable(now),
      onChange: () => undefined,
    });
    this.#store = jobs;
    this.#blocks = blocks;
    this.archive = new JobArchive({ jobs, blocks, results, journal, room });
    this.jobs = new Jobs({
      driver,
      tracker,
      origin,
      jobs,
      blocks,
      results,
      journal,
      room,
      leftSettings: settings.at('left-settings'),
      clock,
      log,
      machine,
      guard: new LimitGuard({ machine, tracker, driver }),
      palette: { drew: () => undefined, storeDrawn: () => undefined },
      onChange: () => {},
      onRemove: () => {},
      onManyChanges: () => {},
    });
    this.#cleanup.add(() => this.jobs.close());
    this.#cleanup.add(tracker.follow(driver));
    this.#cleanup.add(origin.follow());
    const hub = { publish: () => {} } as unknown as Parameters<typeof connectEvents>[0]['hub'];
    const status = () => undefined as never;
    this.#cleanup.add(connectEvents({ driver, tracker, jobs: this.jobs, hub, status, clock, log }));
    driver.connect();
    onTestFinished(() => this.close());
  }

  /** Queues a job. Each command is estimated to take a second. */
  queue(commands: readonly string[], options: BenchJob = {}): number {
    const id = this.#store.begin();
    this.#blocks.add(
      id,
      0,
      commands,
      commands.map(() => 1000),
    );
    const order = {
      name: null,
      total: commands.length,
      timeoutMs: 1000,
      estimatedMs: commands.length * 1000,
      pauses: [],
      pens: [],
      marks: [],
      alignment: null,
      stepsPerMm: null,
      newSheet: null,
      stopOnError: true,
      liftPenOnFailure: false,
      idempotencyKey: undefined,
      digest: '',
      ...options,
    };
    this.#store.accept(id, order, { state: 'queued' });
    this.jobs.enqueued(id);
    return id;
  }

  failWriting(): void {
    this.#failsOnce = true;
  }

  job(id: number): JobResource {
    return this.jobs.get(id);
  }

  stateOf(id: number): JobResource['state']['state'] {
    return this.job(id).state.state;
  }

  /** Lets the machine execute commands and report them. */
  async steps(count: number): Promise<void> {
    await settle();
    for (let done = 0; done < count; done++) {
      this.driver.step();
      await settle();
    }
  }

  async until(id: number, ...states: JobResource['state']['state'][]): Promise<void> {
    for (let idle = 0; !states.includes(this.stateOf(id)); ) {
      await settle();
      idle = this.driver.step() ? 0 : idle + 1;
      if (idle > 100) throw new Error(`stuck: ${JSON.stringify(this.job(id))}`);
    }
    await settle();
  }

  /** Ends the service as a kill would. Returns the data folder for the next start. */
  kill(): string {
    this.driver.die();
    const folder = `${this.#folder}+`;
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(this.#folder, folder, { recursive: true, filter: (path) => !basename(path).startsWith('lock') });
    return folder;
  }

  async close(): Promise<void> {
    const closed = this.#cleanup.run();
    // Allows a job time to lift the pen.
    await this.clock.advance(2000);
    await closed;
  }
}
