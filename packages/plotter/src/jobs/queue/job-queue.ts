import { because, type JobReason } from '@stationery/contract';
import type { Driver } from '../../drivers/driver.ts';
import { isConnected } from '../../drivers/link.ts';
import type { OriginKeeper } from '../../machine/origin-keeper.ts';
import type { BlocksTable } from '../../store/blocks-table.ts';
import type { StoredJob } from '../../store/jobs-table.ts';
import { areMarksOutdated, isUnidentified, wrongState } from '../check/job-refusals.ts';
import type { DiskRoom } from '../record/disk-room.ts';
import type { JobStore } from '../record/job-store.ts';
import type { Journal } from '../record/journal.ts';
import type { JobRunner } from '../run/job-runner.ts';
import { fromTheStart } from '../start/run-start.ts';
import type { JobStates } from './job-states.ts';
import { moveInQueue, type QueueMove } from './move-job.ts';

interface JobQueueDeps {
  blocks: BlocksTable;
  jobs: JobStore;
  journal: Journal;
  room: DiskRoom;
  driver: Driver;
  origin: OriginKeeper;
  states: JobStates;
  runner: () => JobRunner;
}

const waitingStates = ['queued', 'held'] as const;

export const isWaiting = ({ state }: StoredJob): boolean =>
  state.state === 'queued' || state.state === 'held';

export class JobQueue {
  readonly #deps: JobQueueDeps;
  #isClosed = false;

  constructor(deps: JobQueueDeps) {
    this.#deps = deps;
  }

  ids(limit: number): number[] {
    return this.#deps.jobs.idsIn(...waitingStates).slice(0, limit);
  }

  move(id: number, to: QueueMove): void {
    const { jobs, room, states } = this.#deps;
    const job = states.stored(id);
    if (!isWaiting(job)) wrongState('moved', job.state);
    const other = 'before' in to ? states.stored(to.before) : job;
    if (!isWaiting(other)) wrongState('waited for', other.state);
    room.refuseWithoutRoom();
    states.changed(jobs.reorder(moveInQueue(jobs.idsIn(...waitingStates), id, to)));
  }

  hold(cause: JobReason): void {
    const tellHeld = this.noteHeld(cause);
    this.#deps.jobs.save();
    tellHeld();
  }

  /** Holds all queued jobs, in memory only. Returns a function that reports the change. */
  noteHeld(cause: JobReason): () => void {
    const { jobs, states } = this.#deps;
    const ids = jobs.idsIn('queued');
    jobs.note(ids, { state: 'held', ...because(cause) });
    return () => {
      for (const id of ids) states.over(id);
      states.changed(ids);
    };
  }

  startNext(): void {
    const { jobs, driver, origin } = this.#deps;
    const runner = this.#deps.runner();
    if (runner.active !== undefined || this.#isClosed || jobs.idsIn('paused').length > 0) return;
    const id = jobs.idsIn('queued')[0];
    const next = id === undefined ? undefined : jobs.get(id);
    if (next === undefined) return;
    if (!isConnected(driver.state)) this.hold({ code: 'plotter-not-connected' });
    else if (!this.#canSave()) this.hold({ code: 'disk-full' });
    else if (areMarksOutdated(next, origin)) this.#passOver(next, { code: 'marks-outdated' });
    else if (next.stepsPerMm !== null && isUnidentified(driver))
      // Later jobs of plain commands run on any machine.
      this.#passOver(next, { code: 'machine-unidentified' });
    else this.start(next);
  }

  #passOver({ id }: StoredJob, cause: JobReason): void {
    const { states } = this.#deps;
    states.become(id, { state: 'held', ...because(cause) });
    states.over(id);
    this.startNext();
  }

  /** Starts a job. A drawing asks for a new sheet if another job has started since the drawing was created. */
  start(job: StoredJob): void {
    const { jobs, blocks, origin } = this.#deps;
    const asksForSheet = job.newSheet === null && job.stepsPerMm !== null && jobs.isOvertaken(job);
    const started = asksForSheet ? jobs.askForSheet(job) : job;
    if (started.newSheet === true) origin.sheetReplaced();
    this.#deps.runner().start(started, fromTheStart(started, blocks));
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Whether progress can be saved. If not, a started job would be interrupted at once. */
  #canSave(): boolean {
    const { jobs, journal, room } = this.#deps;
    return jobs.failure === undefined && journal.failure === undefined && !room.isFull;
  }
}
