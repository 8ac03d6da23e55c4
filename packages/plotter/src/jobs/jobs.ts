import { because, type JobReason, type PlainLinkReason } from '@stationery/contract';
import { AppError, withDeadline } from '@stationery/core';
import { ours } from '../drivers/language/our-language.ts';
import { isOver, type JobResource } from '../store/job.ts';
import type { StoredJob } from '../store/jobs-table.ts';
import type { DiskRoom } from './disk-room.ts';
import { JobQueue } from './job-queue.ts';
import {
  busy,
  isConnected,
  isOnHold,
  refuseUnidentified,
  refuseWithoutPort,
  wrongState,
} from './job-refusals.ts';
import { jobResource } from './job-resource.ts';
import { JobResume, type ResumeOptions } from './job-resume.ts';
import { JobRunner, type RunnerServices, type RunningJob } from './job-runner.ts';
import { JobStates } from './job-states.ts';
import type { QueueMove } from './move-job.ts';
import { requestedPen } from './pen-change.ts';
import { nextOf, wasNotBegun } from './run-start.ts';

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

const closeGraceMs = 800;

/** The jobs: one runs, others are queued. Nothing starts that a person did not ask for. */
export class Jobs {
  readonly #parts: JobsParts;
  readonly #runner: JobRunner;
  readonly #states: JobStates;
  readonly #queue: JobQueue;
  readonly #resume: JobResume;
  #closing = false;

  constructor(parts: JobsParts) {
    const runner = () => this.#runner;
    this.#parts = parts;
    this.#states = new JobStates({ ...parts, tell: (id) => parts.onChange(this.get(id)) });
    this.#queue = new JobQueue({ ...parts, states: this.#states, runner });
    this.#resume = new JobResume({ ...parts, states: this.#states, queue: this.#queue, runner });
    this.#runner = new JobRunner({
      ...parts,
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

  countIn(state: 'queued' | 'held'): number {
    return this.#parts.jobs.countIn(state);
  }

  get(id: number): JobResource {
    return this.#resource(this.#states.stored(id));
  }

  list(limit: number, before: number): JobResource[] {
    return this.#parts.jobs.list(limit, before).map((job) => this.#resource(job));
  }

  /** An accepted job takes its place in the queue, or is held there for a reason. */
  enqueued(id: number, whyHeld?: JobReason): JobResource {
    if (whyHeld !== undefined) this.#parts.jobs.setState(id, { state: 'held', ...because(whyHeld) });
    const job = this.get(id);
    this.#states.updates.changed(id);
    this.#queue.startNext();
    return job;
  }

  /** What waits, in the order in which it runs: a held job when it is resumed. */
  queue(limit: number): JobResource[] {
    return this.#queue.ids(limit).map((id) => this.get(id));
  }

  /** Gives a job that waits another place among those that wait. */
  move(id: number, to: QueueMove): JobResource {
    this.#queue.move(id, to);
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

  /** Throws for a drawing while the machine is unidentified. */
  refuseRerun(id: number): void {
    if (this.#states.stored(id).stepsPerMm !== null) refuseUnidentified(this.#parts.link);
  }

  refuseWithoutPort(): void {
    refuseWithoutPort(this.#parts.link.state);
  }

  pause(id: number): JobResource {
    const { state } = this.#states.stored(id);
    if (this.#active?.id !== id || state.state !== 'running') return wrongState('paused', state);
    this.#active.run.pause();
    this.#states.become(id, { state: 'pausing', next: this.#active.run.next });
    return this.get(id);
  }

  /** The button of the machine was pressed: the running job pauses, if there is one. */
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
      this.#active.run.cancel(cause, { liftPen: true });
      this.#giveUpHeld();
      if (state.state !== 'cancelling')
        this.#states.become(id, { state: 'cancelling', next: this.#active.run.next });
    } else if (isOver(state)) wrongState('cancelled', state);
    else {
      this.#states.ended(id, { state: 'cancelled', next: nextOf(job), ...because(cause) }, job);
      if (state.state === 'interrupted') this.#liftPen(job.timeoutMs);
      this.#queue.startNext();
    }
    return this.get(id);
  }

  /** A machine on hold would never end what it was given. */
  #giveUpHeld(): void {
    const { link } = this.#parts;
    if (isOnHold(link.state)) link.stop().catch(() => undefined);
  }

  remove(id: number): void {
    const { state } = this.#states.stored(id);
    if (this.#active?.id === id || state.state === 'paused') wrongState('deleted', state);
    this.#parts.jobs.remove(id);
    this.#parts.journal.forget(id);
    this.#parts.guard.forget(id);
    this.#resume.forget(id);
    this.#parts.onRemove(id);
    this.#states.over(id);
  }

  /** A job that was to be waited for and got nowhere leaves nothing but the reason. */
  refuseUnlessBegun(id: number): void {
    const { state } = this.#states.stored(id);
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
    const tellHeld = this.#queue.noteHeld({ code: 'machine-stopped' });
    return () => {
      const isSaved = this.#parts.jobs.save();
      tellHeld();
      return { isSaved, pausedJob: this.#parts.jobs.idsIn('paused')[0] };
    };
  }

  /** The port could not be opened, or was closed: queued jobs must not start automatically when it is back. */
  linkLost(): void {
    this.#queue.hold({ code: 'connection-lost' });
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
      this.#states.ended(job.id, { state: 'interrupted', next, unknown: null, ...because(cause) }, job);
    }
    this.#queue.hold(reason);
  }

  /** Resolves when the job has ended or needs a person, when the time is up, or at the signal. */
  async waitUntilOver(id: number, options: { signal: AbortSignal; waitMs?: number }): Promise<void> {
    await this.#states.waitUntilOver(id, options);
  }

  /**
   * Ends the run under way so that it can be resumed: after the command in flight and with the pen up, where
   * that does not take long; otherwise with that command in doubt.
   */
  async close(): Promise<void> {
    const { clock, link } = this.#parts;
    this.#closing = true;
    this.#queue.close();
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

  #resource(job: StoredJob): JobResource {
    const { clock } = this.#parts;
    const resumePointOf = (resting: StoredJob) => this.#resume.pointOf(resting);
    return jobResource(job, { clock, runner: this.#runner, resumePointOf });
  }
}
