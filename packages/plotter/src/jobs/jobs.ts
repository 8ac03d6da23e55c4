import { because, type JobReason, type PlainLinkReason } from '@stationery/contract';
import { AppError, withDeadline } from '@stationery/core';
import type { FoundMark } from '@stationery/drawing';
import { ours } from '../drivers/language/our-language.ts';
import { isConnected } from '../drivers/link.ts';
import { type Alignment, isOver, type JobResource } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import {
  areMarksOutdated,
  busy,
  isOnHold,
  marksOutdated,
  refuseUnidentified,
  refuseUnknownPosition,
  refuseWithoutPort,
  wrongState,
} from './check/job-refusals.ts';
import { alignmentOf } from './intake/alignment.ts';
import { isWaiting, JobQueue } from './queue/job-queue.ts';
import { JobStates } from './queue/job-states.ts';
import type { QueueMove } from './queue/move-job.ts';
import type { DiskRoom } from './record/disk-room.ts';
import { JobCommands } from './record/job-commands.ts';
import { JobResume, type ResumeOptions } from './resume/job-resume.ts';
import { restOfJob } from './resume/rest-of-job.ts';
import { JobRunner, type RunnerServices, type RunningJob } from './run/job-runner.ts';
import { requestedPen } from './run/pen-change.ts';
import { nextOf, wasNotBegun } from './start/run-start.ts';

interface JobsDeps extends RunnerServices {
  room: DiskRoom;
  /** Throws if an interrupted or held job must not be resumed. */
  beforeResume?: (id: number) => Promise<void>;
  onChange: (job: JobResource) => void;
  onRemove: (id: number) => void;
  /** Called when many jobs changed at once: clients reload them. */
  onManyChanges: () => void;
}

interface StopOutcome {
  /** False if the held jobs and the cancelled one could not be saved. */
  isSaved: boolean;
  pausedJob: number | undefined;
}

const closeGraceMs = 800;

export interface RerunOptions {
  from: number | undefined;
  marks: FoundMark[] | undefined;
}

/** Runs one job at a time and queues the others. Nothing starts without a user request. */
export class Jobs {
  readonly #deps: JobsDeps;
  readonly #runner: JobRunner;
  readonly #states: JobStates;
  readonly #queue: JobQueue;
  readonly #resume: JobResume;
  #closing = false;

  constructor(deps: JobsDeps) {
    const runner = () => this.#runner;
    this.#deps = deps;
    this.#states = new JobStates({ ...deps, tell: (id) => deps.onChange(this.get(id)) });
    this.#queue = new JobQueue({ ...deps, states: this.#states, runner });
    this.#resume = new JobResume({ ...deps, states: this.#states, queue: this.#queue, runner });
    this.#runner = new JobRunner({
      ...deps,
      updates: this.#states.updates,
      starts: (id) => this.#resume.forget(id),
      become: (id, state) => this.#states.become(id, state),
      originSet: (id) => this.#resume.originSet(id),
      ended: (id, state, reached) => this.#states.ended(id, state, reached),
      startNext: () => this.#queue.startNext(),
      hold: (cause) => {
        if (!this.#closing) this.#queue.hold(cause);
      },
    });
  }

  get #active(): RunningJob | undefined {
    return this.#runner.active;
  }

  current(): JobResource | undefined {
    const { jobs } = this.#deps;
    const stored = this.#active === undefined ? jobs.inStates('paused')[0] : jobs.get(this.#active.id);
    return stored === undefined ? undefined : this.#resource(stored);
  }

  get runningId(): number | undefined {
    return this.#active?.id;
  }

  get isIdle(): boolean {
    return this.#active === undefined && this.#deps.jobs.idsIn('queued', 'paused').length === 0;
  }

  countIn(state: 'queued' | 'held'): number {
    return this.#deps.jobs.countIn(state);
  }

  get(id: number): JobResource {
    return this.#resource(this.#states.stored(id));
  }

  list(limit: number, before: number): JobResource[] {
    return this.#deps.jobs.list(limit, before).map((job) => this.#resource(job));
  }

  /** `whyHeld`: the job is held instead of queued. */
  enqueued(id: number, whyHeld?: JobReason): JobResource {
    if (whyHeld !== undefined) this.#deps.jobs.setState(id, { state: 'held', ...because(whyHeld) });
    const job = this.get(id);
    this.#states.updates.changed(id);
    this.#queue.startNext();
    return job;
  }

  /** Returns queued and held jobs, in queue order. Held jobs run only when resumed. */
  queue(limit: number): JobResource[] {
    return this.#queue.ids(limit).map((id) => this.get(id));
  }

  move(id: number, to: QueueMove): JobResource {
    this.#queue.move(id, to);
    return this.get(id);
  }

  /** Throws while a job other than `except` is running or queued. */
  refuseWhileBusy(except?: number): void {
    const waiting = this.#deps.jobs.idsIn('queued', 'paused').find((id) => id !== except);
    const id = this.#active?.id ?? waiting;
    if (id !== undefined) busy(id);
  }

  refuseWhileRunning(): void {
    if (this.#active !== undefined) busy(this.#active.id);
  }

  /** Throws while a job is running or paused. */
  refuseWhileUnderWay(): void {
    const id = this.#active?.id ?? this.#deps.jobs.idsIn('paused')[0];
    if (id !== undefined) busy(id);
  }

  /** An aligned job without new marks is for a new sheet if it is whole, or if its sheet may have moved. */
  refuseRerun(id: number, { from, marks }: RerunOptions): void {
    const job = this.#states.stored(id);
    if (job.stepsPerMm !== null) refuseUnidentified(this.#deps.driver);
    if (marks !== undefined || job.alignment === null) return;
    if (from === undefined || areMarksOutdated(job, this.#deps.origin)) marksOutdated();
  }

  /** Throws for marks that do not fit, and while the pen position is unknown. */
  align(marks: FoundMark[], pointer: string): Alignment {
    const { origin, guard, machine } = this.#deps;
    this.refuseUnknownPosition();
    const { sheetNumber } = origin;
    const { stepsPerMm } = machine.current;
    return alignmentOf(marks, { sheetNumber, reach: guard.reach, stepsPerMm }, pointer);
  }

  /** Throws while the pen position is unknown, because marks on a sheet cannot have been found then. */
  refuseUnknownPosition(): void {
    const { tracker, origin } = this.#deps;
    refuseUnknownPosition(tracker.place.position, origin.isLost);
  }

  /** Returns the document of a new job, from stroke `from` (counted from 1), or on a sheet that lies elsewhere. */
  rest(id: number, { from = 1, marks }: RerunOptions): AsyncIterable<Buffer> {
    const { blocks, driver, machine } = this.#deps;
    if (marks !== undefined) this.align(marks, '/marks');
    const commands = new JobCommands(blocks, id);
    const { stepsPerMm } = machine.current;
    return restOfJob(this.#states.stored(id), commands, {
      from,
      marks,
      driver,
      stepsPerMm,
      isRelative: machine.isRelative,
    });
  }

  refuseWithoutPort(): void {
    refuseWithoutPort(this.#deps.driver.state);
  }

  pause(id: number): JobResource {
    const { state } = this.#states.stored(id);
    if (this.#active?.id !== id || state.state !== 'running') return wrongState('paused', state);
    this.#active.run.requests.pause();
    this.#states.become(id, { state: 'pausing', next: this.#active.run.record.executed });
    return this.get(id);
  }

  /** Called when the machine's button was pressed. */
  pausePressed(): void {
    const id = this.#active?.id;
    if (id !== undefined && this.#states.stored(id).state.state === 'running') this.pause(id);
  }

  async resume(id: number, options: ResumeOptions = {}): Promise<JobResource> {
    await this.#resume.resume(id, options);
    return this.get(id);
  }

  async cancel(id: number, cause: JobReason = { code: 'cancelled-by-user' }): Promise<JobResource> {
    const job = this.#states.stored(id);
    const { state } = job;
    if (this.#active?.id === id) {
      this.#active.run.requests.cancel(cause, { liftPen: true });
      this.#giveUpHeld();
      if (state.state !== 'cancelling')
        this.#states.become(id, { state: 'cancelling', next: this.#active.run.record.executed });
    } else if (isOver(state)) wrongState('cancelled', state);
    else {
      this.#states.ended(id, { state: 'cancelled', next: nextOf(job), ...because(cause) }, job);
      if (state.state === 'interrupted') this.#liftPen(job.timeoutMs);
      this.#queue.startNext();
    }
    return this.get(id);
  }

  /** Stops a machine on hold, because it would never finish its commands. */
  #giveUpHeld(): void {
    const { driver } = this.#deps;
    if (isOnHold(driver.state)) driver.stop().catch(() => undefined);
  }

  remove(id: number): void {
    const { state } = this.#states.stored(id);
    if (this.#active?.id === id || state.state === 'paused') wrongState('deleted', state);
    this.#deps.jobs.remove(id);
    this.#deps.journal.forget(id);
    this.#deps.guard.forget(id);
    this.#resume.forget(id);
    this.#deps.onRemove(id);
    this.#states.over(id);
  }

  /** Deletes a job that failed before its first command, and throws the reason. */
  refuseUnlessBegun(id: number): void {
    const { state } = this.#states.stored(id);
    const isBegun = state.state !== 'held' && !(state.state === 'interrupted' && wasNotBegun(state));
    if (isBegun) return;
    this.remove(id);
    throw new AppError(
      isConnected(this.#deps.driver.state) ? 'plotter-not-ready' : 'port-closed',
      `No command was sent. ${state.reason}`,
      { members: { cause: state.cause } },
    );
  }

  /**
   * The machine was halted: cancels the running job and holds queued ones, in memory and at once. The returned function
   * saves and reports it after the stop was sent to the machine.
   */
  stopped(): () => StopOutcome {
    this.#active?.run.requests.cancel({ code: 'stopped-by-user' }, { liftPen: false });
    const tellHeld = this.#queue.noteHeld({ code: 'machine-stopped' });
    return () => {
      const isSaved = this.#deps.jobs.save();
      tellHeld();
      return { isSaved, pausedJob: this.#deps.jobs.idsIn('paused')[0] };
    };
  }

  /** Holds queued jobs, which must not start automatically when the port is back. */
  linkLost(): void {
    this.#queue.hold({ code: 'connection-lost' });
  }

  /** The board restarted or the port was lost. A running job notices the change itself. */
  sessionEnded(reason: PlainLinkReason): void {
    // While the service stops, paused jobs stay as they are: the next start keeps or interrupts them, depending
    // on the position that the board reports.
    if (this.#closing) return;
    for (const job of this.#deps.jobs.inStates('paused')) {
      if (job.state.state !== 'paused') continue;
      const { next, reason: request } = job.state;
      const pen = request === undefined ? undefined : requestedPen(request, job.pens);
      const cause: JobReason =
        request === undefined
          ? reason
          : { code: 'pause-cut-off', because: reason, request, ...(pen && { pen }) };
      this.#states.ended(job.id, { state: 'interrupted', next, unknown: null, ...because(cause) }, job);
    }
    this.#queue.hold(reason);
  }

  /** Resolves when the job has ended or needs a user, on timeout or abort. */
  async waitUntilOver(id: number, options: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    await this.#states.waitUntilOver(id, options);
  }

  /** Waits for the command in flight and lifts the pen if that is quick, else leaves that command in doubt. */
  async close(): Promise<void> {
    const { clock, driver } = this.#deps;
    this.#closing = true;
    this.#queue.close();
    const ended = this.#active?.ended;
    this.#active?.run.requests.interrupt({ code: 'service-stopped' });
    if (ended !== undefined)
      await withDeadline('stopping the run', { clock, timeoutMs: closeGraceMs }, () => ended).catch(
        () => undefined,
      );
    await driver.close();
    await ended;
  }

  /** Lifts the pen, which an interrupted job may have left on the paper. Later commands wait until it is up. */
  #liftPen(timeoutMs: number): void {
    const { driver, tracker } = this.#deps;
    if (this.#active !== undefined || !driver.isOpen || tracker.place.pen === 'up') return;
    driver.send(ours.liftPen, { timeoutMs }).catch(() => undefined);
  }

  /** Returns the stored data with the live progress of a running job. */
  #resource(job: StoredJob): JobResource {
    const { startPlace: _, session: __, pauses: ___, pausesAnswered: ____, ...stored } = job;
    const rest = {
      ...stored,
      newSheet: job.newSheet === true,
      queueOrder: isWaiting(job) ? job.queueOrder : null,
      durationMs: job.startedAt === null ? null : Math.round(this.#runner.durationMs(job)),
    };
    const active = this.#active;
    if (active?.id !== job.id) return { ...rest, remainingMs: null, resumePoint: this.#resume.pointOf(job) };
    const { executed, sent, completed, failed } = active.run.record;
    const time = active.time.at(executed, this.#deps.clock.nowMs());
    const state = 'next' in job.state ? { ...job.state, next: executed } : job.state;
    return { ...rest, state, completed, failed, executed, sent, ...time, resumePoint: null };
  }
}
