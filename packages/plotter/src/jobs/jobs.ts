import { AppError, type Clock, type Logger, messageOf, withDeadline } from '@stationery/core';
import type { Link } from '../link/link.ts';
import type { PlaceTracker } from '../machine/place-tracker.ts';
import type { MachineProfile } from '../machine/profile.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import type { JobsTable, Reached, StoredJob } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import { isOver, type JobResource, type JobState } from './job.ts';
import { JobCommands } from './job-commands.ts';
import { JobNews } from './job-news.ts';
import { JobRun, type RunEnd } from './job-run.ts';
import { JobTime } from './job-time.ts';
import { JobWaiters } from './job-waiters.ts';
import type { Journal } from './journal.ts';
import { busy, isConnected, refuseWithoutPort, retrySoon, wrongState } from './not-now.ts';
import { type Beginning, fromTheStart, wayBack } from './way-back.ts';

export interface JobsParts {
  link: Link;
  tracker: PlaceTracker;
  jobs: JobsTable;
  blocks: BlocksTable;
  results: ResultsTable;
  journal: Journal;
  clock: Clock;
  log: Logger;
  machine: Pick<MachineProfile, 'current' | 'isRelative'>;
  onChange: (job: JobResource) => void;
  onRemove: (id: number) => void;
}

interface Active {
  id: number;
  run: JobRun;
  time: JobTime;
  ended: Promise<void>;
}

/** A job in one of these goes no further unless somebody asks. A paused one is only waited for. */
const restingStates: readonly JobState['state'][] = ['held', 'done', 'failed', 'cancelled', 'interrupted'];
const closeGraceMs = 800;

/** The jobs: one has the machine, others wait their turn. Nothing starts by itself that a person did not ask for. */
export class Jobs {
  readonly #parts: JobsParts;
  #active: Active | undefined;
  /** Of the job that ran last: one that goes on after a pause knows how fast the machine is. */
  #time: JobTime | undefined;
  #closing = false;
  readonly #waiters: JobWaiters;
  readonly #news: JobNews;

  constructor(parts: JobsParts) {
    this.#parts = parts;
    const { clock, log } = parts;
    this.#waiters = new JobWaiters(clock);
    this.#news = new JobNews({ clock, log, tell: (id) => parts.onChange(this.get(id)) });
  }

  /** The job that has the machine, also while it is paused. */
  current(): JobResource | undefined {
    const { jobs } = this.#parts;
    const stored = this.#active === undefined ? jobs.inStates('paused')[0] : jobs.get(this.#active.id);
    return stored === undefined ? undefined : this.#resource(stored);
  }

  get runningId(): number | undefined {
    return this.#active?.id;
  }

  queuedCount(): number {
    return this.#parts.jobs.inStates('queued').length;
  }

  get(id: number): JobResource {
    return this.#resource(this.#stored(id));
  }

  list(limit: number, before: number): JobResource[] {
    return this.#parts.jobs.list(limit, before).map((job) => this.#resource(job));
  }

  /** An accepted job takes its place in the queue. */
  enqueued(id: number): JobResource {
    const job = this.get(id);
    this.#news.changed(id);
    this.#startNext();
    return job;
  }

  /** Somebody has the machine or waits for it; `except` is the job that asks. */
  refuseWhileBusy(except?: number): void {
    const waiting = this.#parts.jobs.inStates('queued', 'paused').find(({ id }) => id !== except);
    const id = this.#active?.id ?? waiting?.id;
    if (id !== undefined) busy(id);
  }

  refuseWhileRunning(): void {
    if (this.#active !== undefined) busy(this.#active.id);
  }

  refuseWithoutPort(): void {
    refuseWithoutPort(this.#parts.link.state);
  }

  pause(id: number): JobResource {
    const { state } = this.#stored(id);
    if (this.#active?.id !== id || state.state !== 'running') return wrongState('paused', state);
    this.#active.run.pause();
    this.#become(id, { state: 'pausing', next: this.#active.run.next });
    return this.get(id);
  }

  resume(id: number): JobResource {
    const job = this.#stored(id);
    const { state } = job.state;
    if (state === 'pausing') return this.#takeBackPause(job.id);
    if (state !== 'held' && state !== 'paused' && state !== 'interrupted') wrongState('resumed', job.state);
    this.refuseWithoutPort();
    if (state === 'held') this.#become(id, { state: 'queued' });
    else this.#takeUp(job);
    this.#startNext();
    return this.get(id);
  }

  /** The pause was not reached yet. */
  #takeBackPause(id: number): JobResource {
    this.#active?.run.takeBackPause();
    this.#become(id, { state: 'running', next: this.#active?.run.next ?? 0 });
    return this.get(id);
  }

  async cancel(id: number, reason = 'Cancelled by hand.'): Promise<JobResource> {
    const job = this.#stored(id);
    const { state } = job;
    if (this.#active?.id === id) {
      this.#active.run.cancel(reason, { liftPen: true });
      if (state.state !== 'cancelling')
        this.#become(id, { state: 'cancelling', next: this.#active.run.next });
    } else if (isOver(state)) wrongState('cancelled', state);
    else {
      this.#ended(id, { state: 'cancelled', next: 'next' in state ? state.next : 0, reason }, job);
      if (state.state === 'interrupted') this.#liftPen(job.timeoutMs);
      this.#startNext();
    }
    return this.get(id);
  }

  remove(id: number): void {
    const { state } = this.#stored(id);
    if (this.#active?.id === id || state.state === 'paused') wrongState('deleted', state);
    this.#parts.jobs.remove(id);
    this.#parts.onRemove(id);
    this.#waiters.over(id);
  }

  /** A job that was to be waited for and got nowhere leaves nothing but the reason. */
  refuseUnlessBegun(id: number): void {
    const { state } = this.#stored(id);
    const isBegun = state.state !== 'held' && !(state.state === 'interrupted' && wasNotBegun(state));
    if (isBegun) return;
    this.remove(id);
    throw new AppError(
      isConnected(this.#parts.link.state) ? 'plotter.not-ready' : 'plotter.closed',
      `No command was sent. ${state.reason}`,
      { headers: retrySoon },
    );
  }

  /** The machine is halted: the job that runs is over, and those that wait do so until somebody says go. */
  stopped(): void {
    this.#active?.run.cancel('Stopped by hand.', { liftPen: false });
    this.#hold('The machine was stopped.');
  }

  /** The port or the board went away: what waits must not start by itself when it comes back. */
  linkLost(): void {
    this.#hold('The connection to the plotter was lost.');
  }

  /** Resolves when nothing more will come of the job by itself, when the time is up, or at the signal. */
  async waitUntilOver(id: number, options: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    if (restingStates.includes(this.#stored(id).state.state)) return;
    await this.#waiters.wait(id, options);
  }

  /**
   * Ends the run under way so that it can be resumed: after the command in flight and with the pen up, where
   * that does not take long; otherwise with that command in doubt.
   */
  async close(): Promise<void> {
    const { clock, link } = this.#parts;
    this.#closing = true;
    const ended = this.#active?.ended;
    this.#active?.run.interrupt('The service was stopped.');
    if (ended !== undefined)
      await withDeadline(clock, closeGraceMs, 'leaving off', ended).catch(() => undefined);
    await link.close();
    await ended;
  }

  /** What was cut off may have left the pen on the paper. Commands sent afterwards wait their turn. */
  #liftPen(timeoutMs: number): void {
    const { link, tracker } = this.#parts;
    if (this.#active !== undefined || !link.isOpen || tracker.place.pen === 'up') return;
    link.send('PENUP', { timeoutMs }).then(
      (reply) => tracker.answered(reply),
      () => undefined,
    );
  }

  #hold(reason: string): void {
    for (const { id } of this.#parts.jobs.inStates('queued')) {
      this.#become(id, { state: 'held', reason });
      this.#waiters.over(id);
    }
  }

  #startNext(): void {
    const { jobs } = this.#parts;
    if (this.#active !== undefined || this.#closing || jobs.inStates('paused').length > 0) return;
    const next = jobs.inStates('queued')[0];
    if (next === undefined) return;
    if (isConnected(this.#parts.link.state)) this.#start(next, fromTheStart(next));
    else this.#hold('The plotter is not connected.');
  }

  #takeUp(job: StoredJob): void {
    const { blocks, results, journal, machine } = this.#parts;
    this.refuseWhileRunning();
    const paused = this.#parts.jobs.inStates('paused').find(({ id }) => id !== job.id);
    if (paused !== undefined) busy(paused.id);
    const begin = wayBack(job, { blocks, results, relative: machine.isRelative });
    this.#start(job, begin);
    // Not before: a job that is at rest keeps what became of its commands.
    journal.rewind(job.id, begin.from);
  }

  #start(job: StoredJob, { from, prelude, pauses }: Beginning): void {
    const { results, blocks, journal, jobs, link, tracker, clock, machine } = this.#parts;
    const { id: jobId, total, progress } = job;
    const time = this.#time?.jobId === jobId ? this.#time : new JobTime({ blocks, jobId, total, progress });
    this.#time = time;
    time.begin(from, clock.nowMs());
    const run = new JobRun(
      {
        jobId,
        total,
        timeoutMs: job.timeoutMs,
        stopOnError: job.stopOnError,
        liftPenOnFailure: job.liftPenOnFailure,
        commands: new JobCommands(blocks, job.id),
        pauses,
        journal,
        link,
        tracker,
        clock,
        profile: machine.current,
        onProgress: () => {
          const nowMs = clock.nowMs();
          time.answered(nowMs);
          this.#news.answered(jobId, nowMs);
        },
      },
      { from, ...results.counts(job.id, from) },
    );
    jobs.started(job.id, tracker.place);
    const ended = Promise.resolve().then(() => this.#runToEnd(job.id, run, time, prelude));
    this.#active = { id: job.id, run, time, ended };
    this.#news.started(job.id);
    this.#become(job.id, { state: 'running', next: from });
  }

  async #runToEnd(id: number, run: JobRun, time: JobTime, prelude: readonly string[]): Promise<void> {
    let end: RunEnd;
    try {
      end = await run.run(prelude);
    } catch (error) {
      this.#parts.log.error({ err: error, job: id }, 'job');
      end = {
        end: 'interrupted',
        next: run.next,
        unknown: run.next,
        reason: `Something unexpected: ${messageOf(error)}`,
      };
    }
    this.#active = undefined;
    this.#news.ended();
    const { end: state, ...rest } = end;
    try {
      const { next, completed, failed } = run;
      time.end(next, this.#parts.clock.nowMs());
      const progress = state === 'done' ? 1 : time.progressAt(next);
      this.#ended(id, { state, ...rest } as JobState, { completed, failed, progress });
      this.#startNext();
    } catch (error) {
      // The disk is full, or gone. The next start of the service finds the job in the middle, as it is.
      this.#parts.log.error({ err: error, job: id }, 'the end of a job could not be kept');
      this.#waiters.over(id);
    }
  }

  #ended(id: number, state: JobState, reached: Reached): void {
    this.#parts.jobs.ended(id, state, reached);
    this.#news.changed(id);
    if (restingStates.includes(state.state)) this.#waiters.over(id);
  }

  #become(id: number, state: JobState): void {
    this.#parts.jobs.setState(id, state);
    this.#news.changed(id);
  }

  #stored(id: number): StoredJob {
    const job = this.#parts.jobs.get(id);
    if (job === undefined) throw new AppError('jobs.unknown', `There is no job ${id}.`);
    return job;
  }

  #resource(job: StoredJob): JobResource {
    const { startPlace: _, pauses: __, ...rest } = job;
    const active = this.#active?.id === job.id ? this.#active : undefined;
    if (active === undefined) return { ...rest, remainingMs: null };
    const { next, completed, failed } = active.run;
    const time = active.time.at(next, this.#parts.clock.nowMs());
    const state = 'next' in job.state ? { ...job.state, next } : job.state;
    return { ...rest, state, completed, failed, ...time };
  }
}

function wasNotBegun({ next, unknown }: Extract<JobState, { state: 'interrupted' }>): boolean {
  return next === 0 && unknown === null;
}
