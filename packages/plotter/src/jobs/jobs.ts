import { because, type JobReason, type PlainLinkReason } from '@stationery/contract';
import { AppError, withDeadline } from '@stationery/core';
import { ours } from '../drivers/our-language.ts';
import { isOver, type JobResource, type JobState } from '../store/job.ts';
import type { Reached, StoredJob } from '../store/jobs-table.ts';
import type { DiskRoom } from './disk-room.ts';
import { CommandsLost } from './job-commands.ts';
import {
  busy,
  isConnected,
  isOnHold,
  positionLost,
  refuseOnHold,
  refuseUntilStarted,
  refuseWithoutPort,
  wrongState,
} from './job-refusals.ts';
import { JobRunner, type RunnerServices, type RunningJob } from './job-runner.ts';
import { JobUpdates } from './job-updates.ts';
import { JobWaiters } from './job-waiters.ts';
import { moveInQueue, type QueueMove } from './move-job.ts';
import { requestedPen } from './pen-change.ts';
import { ResumePoints } from './resume-points.ts';
import { fromTheStart, isAnswered, nextOf, nothingDrawn, resumedStart, wasNotBegun } from './run-start.ts';

export interface JobsParts extends RunnerServices {
  room: DiskRoom;
  /** Throws where a job that was interrupted or held may not be resumed. */
  beforeResume?: (id: number) => Promise<void>;
  onChange: (job: JobResource) => void;
  onRemove: (id: number) => void;
  /** Many jobs changed at once: clients that show them read them again. */
  onManyChanges: () => void;
}

/** The effect of a stop on the jobs. */
export interface StopOutcome {
  /** False if the held jobs and the cancelled one could not be saved. */
  isSaved: boolean;
  /** A paused job stays as it is: it does nothing until somebody resumes it. */
  pausedJob: number | undefined;
}

/** A job in one of these goes no further unless somebody asks. A paused one is only waited for. */
const restingStates: readonly JobState['state'][] = ['held', 'done', 'failed', 'cancelled', 'interrupted'];
const resumableStates: readonly JobState['state'][] = ['pausing', 'held', 'paused', 'interrupted'];
const waitingStates = ['queued', 'held'] as const;
const isWaiting = ({ state }: StoredJob) => state.state === 'queued' || state.state === 'held';
const closeGraceMs = 800;
/** If more jobs than this change together, they are reported with one event. */
const mostTold = 20;

/** The jobs: one runs, others are queued. Nothing starts that a person did not ask for. */
export class Jobs {
  readonly #parts: JobsParts;
  readonly #runner: JobRunner;
  #closing = false;
  readonly #waiters: JobWaiters;
  readonly #updates: JobUpdates;
  readonly #resumePoints: ResumePoints;

  constructor(parts: JobsParts) {
    this.#parts = parts;
    const { clock, log, onManyChanges } = parts;
    this.#waiters = new JobWaiters(clock);
    this.#resumePoints = new ResumePoints(parts);
    this.#updates = new JobUpdates({ clock, log, tell: (id) => parts.onChange(this.get(id)), onManyChanges });
    this.#runner = new JobRunner({
      ...parts,
      updates: this.#updates,
      starts: (id) => this.#resumePoints.forget(id),
      become: (id, state) => this.#become(id, state),
      originSet: (id) => this.#originSet(id),
      ended: (id, state, reached) => this.#ended(id, state, reached),
      startNext: () => this.#startNext(),
      hold: (cause) => this.#hold(cause),
    });
  }

  get #active(): RunningJob | undefined {
    return this.#runner.active;
  }

  /** The running job, also while it is paused. */
  current(): JobResource | undefined {
    const { jobs } = this.#parts;
    const stored = this.#active === undefined ? jobs.inStates('paused')[0] : jobs.get(this.#active.id);
    return stored === undefined ? undefined : this.#resource(stored);
  }

  get runningId(): number | undefined {
    return this.#active?.id;
  }

  /** No job is running, paused or queued. */
  get isIdle(): boolean {
    return this.#active === undefined && this.#parts.jobs.idsIn('queued', 'paused').length === 0;
  }

  queuedCount(): number {
    return this.#parts.jobs.idsIn('queued').length;
  }

  get(id: number): JobResource {
    return this.#resource(this.#stored(id));
  }

  list(limit: number, before: number): JobResource[] {
    return this.#parts.jobs.list(limit, before).map((job) => this.#resource(job));
  }

  /** An accepted job takes its place in the queue, or is held there for a reason. */
  enqueued(id: number, whyHeld?: JobReason): JobResource {
    if (whyHeld !== undefined) this.#parts.jobs.setState(id, { state: 'held', ...because(whyHeld) });
    const job = this.get(id);
    this.#updates.changed(id);
    this.#startNext();
    return job;
  }

  /** What waits, in the order in which it runs: a held job when it is resumed. */
  queue(limit: number): JobResource[] {
    const ids = this.#parts.jobs.idsIn(...waitingStates).slice(0, limit);
    return ids.map((id) => this.get(id));
  }

  /** Gives a job that waits another place among those that wait. */
  move(id: number, to: QueueMove): JobResource {
    const { jobs, room } = this.#parts;
    const job = this.#stored(id);
    if (!isWaiting(job)) wrongState('moved', job.state);
    const other = 'before' in to ? this.#stored(to.before) : job;
    if (!isWaiting(other)) wrongState('waited for', other.state);
    room.refuseWithoutRoom();
    this.#tellChanged(jobs.reorder(moveInQueue(jobs.idsIn(...waitingStates), id, to)));
    return this.get(id);
  }

  /** A job is running or queued; `except` is the job that asks. */
  refuseWhileBusy(except?: number): void {
    const waiting = this.#parts.jobs.idsIn('queued', 'paused').find((id) => id !== except);
    const id = this.#active?.id ?? waiting;
    if (id !== undefined) busy(id);
  }

  refuseWhileRunning(): void {
    if (this.#active !== undefined) busy(this.#active.id);
  }

  /** A job runs, or is paused in the middle. */
  refuseWhileUnderWay(): void {
    const id = this.#active?.id ?? this.#parts.jobs.idsIn('paused')[0];
    if (id !== undefined) busy(id);
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

  /** The button of the machine was pressed: the running job pauses, if there is one. */
  pausePressed(): void {
    const id = this.#active?.id;
    if (id !== undefined && this.#stored(id).state.state === 'running') this.pause(id);
  }

  /** Where the position of the machine was lost, a person has to say that the pen stands at the origin. */
  async resume(
    id: number,
    { penAtOrigin = false, refuseLate = () => {} }: { penAtOrigin?: boolean; refuseLate?: () => void } = {},
  ): Promise<JobResource> {
    if (this.#resumable(id).state.state === 'pausing') return this.#takeBackPause(id);
    refuseUntilStarted(this.#parts.link.state);
    if (this.#resumable(id).state.state !== 'paused') await this.#parts.beforeResume?.(id);
    await this.#parts.origin.decided();
    if (!penAtOrigin && this.#isCutOff(this.#resumable(id))) await this.#parts.origin.ask();
    // Meanwhile the port may have gone, the machine been stopped, or somebody else have resumed it.
    refuseLate();
    refuseUntilStarted(this.#parts.link.state);
    this.#parts.room.refuseWithoutRoom();
    this.#endHold();
    const job = this.#resumable(id);
    if (job.state.state === 'pausing') return this.#takeBackPause(id);
    if (job.state.state === 'held') this.#become(id, { state: 'queued' });
    else this.#takeUp(job, penAtOrigin);
    this.#startNext();
    return this.get(id);
  }

  /** The board may count from elsewhere than when it was left. */
  #isCutOff(job: StoredJob): boolean {
    const { state, session } = job;
    const { origin, machine, tracker } = this.#parts;
    const isBegun = state.state === 'paused' || (state.state === 'interrupted' && !nothingDrawn(job));
    // With relative moves, the position of the pen must be known.
    const isAdrift = machine.isRelative && state.state === 'interrupted' && tracker.place.position === null;
    return isBegun && (session !== origin.session || isAdrift);
  }

  #resumable(id: number): StoredJob {
    const job = this.#stored(id);
    if (!resumableStates.includes(job.state.state)) wrongState('resumed', job.state);
    return job;
  }

  /** The pause was not reached yet. */
  #takeBackPause(id: number): JobResource {
    this.#endHold();
    this.#active?.run.takeBackPause();
    this.#become(id, { state: 'running', next: this.#active?.run.next ?? 0 });
    return this.get(id);
  }

  async cancel(id: number, cause: JobReason = { code: 'cancelled-by-user' }): Promise<JobResource> {
    const job = this.#stored(id);
    const { state } = job;
    if (this.#active?.id === id) {
      this.#active.run.cancel(cause, { liftPen: true });
      this.#giveUpHeld();
      if (state.state !== 'cancelling')
        this.#become(id, { state: 'cancelling', next: this.#active.run.next });
    } else if (isOver(state)) wrongState('cancelled', state);
    else {
      this.#ended(id, { state: 'cancelled', next: nextOf(job), ...because(cause) }, job);
      if (state.state === 'interrupted') this.#liftPen(job.timeoutMs);
      this.#startNext();
    }
    return this.get(id);
  }

  #endHold(): void {
    const { link } = this.#parts;
    link.endHold();
    refuseOnHold(link.state);
  }

  /** A machine on hold would never end what it was given. */
  #giveUpHeld(): void {
    const { link } = this.#parts;
    if (isOnHold(link.state)) link.stop().catch(() => undefined);
  }

  remove(id: number): void {
    const { state } = this.#stored(id);
    if (this.#active?.id === id || state.state === 'paused') wrongState('deleted', state);
    this.#parts.jobs.remove(id);
    this.#parts.journal.forget(id);
    this.#parts.guard.forget(id);
    this.#resumePoints.forget(id);
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
      isConnected(this.#parts.link.state) ? 'plotter-not-ready' : 'port-closed',
      `No command was sent. ${state.reason}`,
    );
  }

  /**
   * The machine is halted: the running job is over, and those that are queued are held. This happens in memory, at once.
   * The returned function saves and reports it; that can wait until the stop was sent to the machine.
   */
  stopped(): () => StopOutcome {
    this.#active?.run.cancel({ code: 'stopped-by-user' }, { liftPen: false });
    const tellHeld = this.#noteHeld({ code: 'machine-stopped' });
    return () => {
      const isSaved = this.#parts.jobs.save();
      tellHeld();
      return { isSaved, pausedJob: this.#parts.jobs.idsIn('paused')[0] };
    };
  }

  /** The port could not be opened, or was closed: queued jobs must not start automatically when it is back. */
  linkLost(): void {
    this.#hold({ code: 'connection-lost' });
  }

  /** The board restarted, or its port was lost: a paused job is interrupted. A running one notices it itself. */
  sessionEnded(reason: PlainLinkReason): void {
    // What the board reports after the next start decides whether a paused job is cut off.
    if (this.#closing) return;
    for (const job of this.#parts.jobs.inStates('paused')) {
      if (job.state.state !== 'paused') continue;
      const { next, reason: request } = job.state;
      const pen = request === undefined ? undefined : requestedPen(request, job.pens);
      const cause: JobReason =
        request === undefined
          ? reason
          : { code: 'pause-cut-off', because: reason, request, ...(pen && { pen }) };
      this.#ended(job.id, { state: 'interrupted', next, unknown: null, ...because(cause) }, job);
    }
    this.#hold(reason);
  }

  /** Resolves when the job has ended or needs a person, when the time is up, or at the signal. */
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
    this.#active?.run.interrupt({ code: 'service-stopped' });
    if (ended !== undefined)
      await withDeadline('stopping the run', { clock, timeoutMs: closeGraceMs }, () => ended).catch(
        () => undefined,
      );
    await link.close();
    await ended;
  }

  /** What was cut off may have left the pen on the paper. Commands sent afterwards wait their turn. */
  #liftPen(timeoutMs: number): void {
    const { link, tracker } = this.#parts;
    if (this.#active !== undefined || !link.isOpen || tracker.place.pen === 'up') return;
    link.send(ours.liftPen, { timeoutMs }).catch(() => undefined);
  }

  #hold(cause: JobReason): void {
    const tellHeld = this.#noteHeld(cause);
    this.#parts.jobs.save();
    tellHeld();
  }

  /** Holds what is queued, in memory. Returns the function that reports it. */
  #noteHeld(cause: JobReason): () => void {
    const { jobs } = this.#parts;
    const ids = jobs.idsIn('queued');
    jobs.note(ids, { state: 'held', ...because(cause) });
    return () => {
      for (const id of ids) this.#waiters.over(id);
      this.#tellChanged(ids);
    };
  }

  #tellChanged(ids: readonly number[]): void {
    if (ids.length > mostTold) this.#updates.manyChanged();
    else for (const id of ids) this.#updates.changed(id);
  }

  #startNext(): void {
    const { jobs } = this.#parts;
    if (this.#active !== undefined || this.#closing || jobs.idsIn('paused').length > 0) return;
    const id = jobs.idsIn('queued')[0];
    const next = id === undefined ? undefined : jobs.get(id);
    if (next === undefined) return;
    if (!isConnected(this.#parts.link.state)) this.#hold({ code: 'plotter-not-connected' });
    else if (!this.#canSave()) this.#hold({ code: 'disk-full' });
    else this.#runner.start(next, fromTheStart(next));
  }

  /** A job that starts where nothing can be saved would be cut off by its first commands. */
  #canSave(): boolean {
    const { jobs, journal, room } = this.#parts;
    return jobs.failure === undefined && journal.failure === undefined && !room.isFull;
  }

  #takeUp(job: StoredJob, penAtOrigin: boolean): void {
    const { blocks, results, journal, machine, origin } = this.#parts;
    this.refuseWhileRunning();
    const paused = this.#parts.jobs.idsIn('paused').find((id) => id !== job.id);
    if (paused !== undefined) busy(paused);
    const { state } = job;
    if (nothingDrawn(job)) {
      this.#runner.start(job, fromTheStart(job));
      return;
    }
    const isLost = this.#isCutOff(job);
    const begin = this.#orFail(job, () =>
      resumedStart(job, {
        blocks,
        results,
        link: this.#parts.link,
        relative: machine.isRelative,
        isLost,
        here: this.#parts.tracker.place.position,
      }),
    );
    if (isLost && !penAtOrigin) positionLost('reason' in state ? state.reason : undefined);
    const set = isLost ? origin.setOrigin() : undefined;
    if (isAnswered(job)) this.#parts.jobs.pausesAnswered(job.id, nextOf(job));
    this.#runner.start(job, begin, set);
    if (set?.commands.length === 0) this.#originSet(job.id);
    // Not before: a job that is not running keeps the outcomes of its commands.
    try {
      journal.rewind(job.id, begin.from);
    } catch (error) {
      this.#parts.log.error({ err: error, job: job.id }, 'a job could not be resumed');
      this.#active?.run.interrupt({ code: 'resume-not-saved' });
    }
  }

  /** Not before the board counts from there: a job that does not get so far is asked about again. */
  #originSet(id: number): void {
    const { origin, jobs } = this.#parts;
    origin.confirmed();
    jobs.setSession(id, origin.session);
  }

  /** A job of which commands are lost is over, whatever was asked of it. */
  #orFail<T>(job: StoredJob, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (error instanceof CommandsLost) {
        const why = because({ code: 'commands-lost' });
        this.#ended(job.id, { state: 'failed', next: nextOf(job), ...why }, job);
      }
      throw error;
    }
  }

  #ended(id: number, state: JobState, reached: Reached): void {
    this.#parts.guard.forget(id);
    this.#parts.jobs.ended(id, state, reached);
    this.#updates.changed(id);
    if (restingStates.includes(state.state)) this.#waiters.over(id);
  }

  #become(id: number, state: JobState): void {
    this.#parts.jobs.setState(id, state);
    this.#updates.changed(id);
  }

  #stored(id: number): StoredJob {
    const job = this.#parts.jobs.get(id);
    if (job === undefined) throw new AppError('unknown-job', `There is no job ${id}.`);
    return job;
  }

  #resource(job: StoredJob): JobResource {
    const {
      startPlace: _,
      session: __,
      pauses: ___,
      pausesAnswered: ____,
      stepsPerMm: _____,
      ...stored
    } = job;
    const rest = {
      ...stored,
      queueOrder: isWaiting(job) ? job.queueOrder : null,
      durationMs: job.startedAt === null ? null : Math.round(this.#runner.durationMs(job)),
    };
    const active = this.#active?.id === job.id ? this.#active : undefined;
    if (active === undefined)
      return { ...rest, remainingMs: null, resumePoint: this.#resumePoints.of(job, this.#isCutOff(job)) };
    const { next, sent, completed, failed } = active.run;
    const time = active.time.at(next, this.#parts.clock.nowMs());
    const state = 'next' in job.state ? { ...job.state, next } : job.state;
    return { ...rest, state, completed, failed, executed: next, sent, ...time, resumePoint: null };
  }
}
