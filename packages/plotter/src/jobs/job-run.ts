import { setImmediate } from 'node:timers/promises';
import { because, type JobReason } from '@stationery/contract';
import { sleep } from '@stationery/core';
import { ours } from '../drivers/language/our-language.ts';
import type { LinkError } from '../drivers/link.ts';
import { Pipeline, type UnderWay, wasNotSent } from './pipeline.ts';
import { refusedReason } from './refusal.ts';
import { RunCommands } from './run-commands.ts';
import { RunOutcomes } from './run-outcomes.ts';
import type { Prelude, RunEnd, RunParts } from './run-parts.ts';
import { RunRecord } from './run-record.ts';
import { type RunRequest, RunRequests } from './run-requests.ts';

/** How long a job that may continue after a time-out waits for a link that is being resynchronised. */
const relinkTimeoutMs = 120_000;
const retryMs = 100;

/**
 * One run of the commands of a job, from some command on, until it ends or is asked to stop. The machine is given
 * as many commands ahead as its driver allows; what counts is what it has carried out.
 */
export class JobRun {
  readonly #parts: RunParts;
  readonly #pipeline: Pipeline;
  readonly #requests: RunRequests;
  readonly #commands: RunCommands;
  readonly #record: RunRecord;
  readonly #outcomes: RunOutcomes;
  /** The request for which the machine was given no more than it has. */
  #withdrawnFor: RunRequest | undefined;
  /** Until when a command that could not be sent is tried again. */
  #attempt = { index: -1, untilMs: 0 };
  #begunMs = 0;
  #isRetry = false;

  /** Begins at a command, with what is known of those before it. */
  constructor(parts: RunParts, start: { from: number; completed: number; failed: number }) {
    const { journal, pauses, link } = parts;
    this.#parts = parts;
    const pipeline = new Pipeline(link);
    this.#pipeline = pipeline;
    this.#requests = new RunRequests({ journal, pauses, wake: () => pipeline.wake() });
    this.#commands = new RunCommands(parts);
    this.#record = new RunRecord(parts, start);
    this.#outcomes = new RunOutcomes({
      ...{ run: parts, pipeline, record: this.#record },
      ...{ requests: this.#requests, commands: this.#commands },
    });
  }

  /** The first command that the machine has not carried out. */
  get next(): number {
    return this.#record.executed;
  }

  /** The first command that was not given to the machine. */
  get sent(): number {
    return this.#record.sent;
  }

  get completed(): number {
    return this.#record.completed;
  }

  get failed(): number {
    return this.#record.failed;
  }

  /** The pen is lifted by the job itself; the run ends there. */
  pause(): void {
    this.#requests.pause();
  }

  takeBackPause(): void {
    this.#requests.takeBackPause();
  }

  cancel(cause: JobReason, options: { liftPen: boolean }): void {
    this.#requests.cancel(cause, options);
  }

  interrupt(cause: JobReason): void {
    this.#requests.interrupt(cause);
  }

  async run(prelude: Prelude): Promise<RunEnd> {
    try {
      const left = await this.#commands.runPrelude(prelude, this.next, {
        leaveOff: () => this.#leaveOff(),
        cancelled: () => this.#cancelled,
      });
      if (left !== undefined) return left;
      // The way back to where it was left is not part of the first command.
      if (prelude.commands.length > 0) this.#parts.onProgress();
      return await this.#loop();
    } catch (error) {
      await this.#liftPen();
      throw error;
    } finally {
      this.#record.takeBack(this.#pipeline.all);
      this.#parts.journal.settle();
      this.#parts.journal.flush();
    }
  }

  async #loop(): Promise<RunEnd> {
    while (this.next < this.#parts.total) {
      const left = await this.#feed();
      if (left !== undefined) return left;
      this.#outcomes.settle();
      await this.#pipeline.changed();
      const end = await this.#take();
      if (end !== undefined) return end;
    }
    return this.#requests.isCancel ? ((await this.#leaveOff()) ?? { end: 'done' }) : { end: 'done' };
  }

  /** Gives the machine as much as it takes, unless something else was asked meanwhile. */
  async #feed(): Promise<RunEnd | undefined> {
    const { total, commands, link, timeoutMs, clock, onSetting } = this.#parts;
    for (;;) {
      if (!this.#isRetry) {
        // All that the machine has comes before a planned pause.
        this.#withdrawnFor = this.#requests.meetPause(this.sent) ?? this.#withdrawnFor;
        const left = this.#requests.now === undefined ? undefined : await this.#leaveOff();
        if (left !== undefined) return left;
      }
      const index = this.sent;
      if (index >= total) return undefined;
      const command = commands.at(index);
      const effect = link.effectOf(command);
      if (!this.#pipeline.takes(effect) || !this.#isFed()) return undefined;
      this.#record.begun(index);
      this.#isRetry = false;
      if (this.#requests.noteFailure()) {
        this.#record.sent = index;
        continue;
      }
      if (this.#attempt.index !== index) this.#attempt = { index, untilMs: clock.nowMs() + relinkTimeoutMs };
      this.#begunMs = clock.nowMs();
      if (effect.setting !== undefined) onSetting(effect.setting);
      this.#pipeline.begin(index, command, effect, { timeoutMs, session: this.#commands.session });
    }
  }

  /** Whether the machine is to have more than it has: to the end of a stroke also where it is to pause. */
  #isFed(): boolean {
    const { now } = this.#requests;
    if (this.#pipeline.size === 0 || now === undefined) return true;
    return now.kind === 'pause' && this.#outcomes.penAhead === 'down';
  }

  /** Processes all outcomes of commands in flight, because several may fail at once. */
  async #take(): Promise<RunEnd | undefined> {
    const { stopOnError, liftPenOnFailure, profile, link: driver } = this.#parts;
    for (;;) {
      this.#outcomes.recordReplies();
      const { refused } = this.#pipeline;
      if (refused?.reply !== undefined && stopOnError && !this.#requests.isCancel) {
        const { command, reply } = refused;
        const cause = refusedReason(command, reply.terminalLine, { profile, driver });
        return this.#fail(refused, cause, liftPenOnFailure);
      }
      this.#outcomes.countExecuted();
      this.#outcomes.dropUnsent();
      const { oldest } = this.#pipeline;
      if (oldest?.error === undefined) return undefined;
      const end = await this.#unanswered(oldest, oldest.error);
      if (end !== undefined) return end;
    }
  }

  /** The oldest has no reply, or was not seen to be carried out: the end, unless the job may continue. */
  async #unanswered(oldest: UnderWay, error: LinkError): Promise<RunEnd | undefined> {
    this.#outcomes.settle();
    const isTimeout = error.kind === 'timeout';
    if (isTimeout) {
      this.#outcomes.recordNoReply(oldest, 'timeout');
      if (!this.#parts.stopOnError || this.#requests.isCancel) {
        this.#outcomes.past(oldest);
        return undefined;
      }
    }
    if (this.#pipeline.size > 1) {
      if (!isTimeout) this.#pipeline.withdraw();
      // The machine may still be busy with those behind it.
      else if (!this.#pipeline.isSettled) await this.#parts.link.stop().catch(() => undefined);
      await this.#pipeline.settled();
      this.#outcomes.recordReplies();
      this.#outcomes.dropUnsent();
    }
    if (this.#pipeline.size === 1 && error.kind === 'not-ready' && this.#isTriedAgain()) {
      this.#outcomes.drop(oldest);
      this.#isRetry = true;
      // Some drivers have it wait for the machine first, and some say no at once.
      const { clock } = this.#parts;
      if (clock.nowMs() - this.#begunMs < retryMs) await sleep(clock, retryMs);
      return undefined;
    }
    return this.#lost(error, isTimeout ? { code: 'reply-timeout', command: error.sent } : error.reason);
  }

  /** After a time-out nothing is sent until both ends agree again, which may take longer than one command may. */
  #isTriedAgain(): boolean {
    const { now } = this.#requests;
    const isWanted = now === undefined || now.kind === 'pause';
    return this.#outcomes.hasSpoken && isWanted && this.#parts.clock.nowMs() < this.#attempt.untilMs;
  }

  /**
   * The machine is gone, or does not do what it was sent: the outcome of the commands that it has not carried out is
   * unknown. It was busy with the first of these; those after it have no result.
   */
  #lost({ kind }: LinkError, reason: JobReason): RunEnd {
    const inDoubt = this.#pipeline.all.filter((one) => !wasNotSent(one));
    const [first] = inDoubt;
    if (first !== undefined && kind !== 'aborted' && kind !== 'timeout')
      this.#outcomes.recordNoReply(first, 'disconnected');
    const { next } = this;
    this.#record.sent = next + inDoubt.length;
    const cancelled = this.#cancelled;
    if (cancelled !== undefined) return { end: 'cancelled', next, ...because(cancelled) };
    return { end: 'interrupted', next, unknown: inDoubt.length > 0 ? next : null, ...because(reason) };
  }

  /** The job goes no further than this command, and neither does a machine that has others behind it. */
  async #fail(at: UnderWay, cause: JobReason, liftPen: boolean): Promise<RunEnd> {
    this.#outcomes.settle();
    this.#outcomes.dropUnsent();
    const isNewest = this.#pipeline.newest === at;
    // What it did not have is not drawn; the rest is answered by the stop, or given up.
    if (!isNewest) await this.#parts.link.stop().catch(() => undefined);
    await this.#pipeline.settled();
    this.#outcomes.recordReplies(at);
    this.#outcomes.countExecuted();
    this.#outcomes.dropUnsent();
    if (this.#pipeline.oldest === at) this.#outcomes.past(at);
    if (liftPen) await this.#liftPen();
    return { end: 'failed', next: at.index + 1, ...because(cause) };
  }

  /** What was asked meanwhile, once it can be done: when the machine has carried out all that it has. */
  async #leaveOff(): Promise<RunEnd | undefined> {
    this.#outcomes.settle();
    const request = this.#requests.now;
    if (request === undefined) return undefined;
    if (this.#pipeline.size > 0) {
      await this.#withdraw(request);
      return undefined;
    }
    const { next } = this;
    if (request.kind === 'pause') return this.#leavePaused(request, next);
    const lift = request.kind === 'interrupt' || request.liftPen;
    if (lift) await this.#liftPen();
    return request.kind === 'cancel'
      ? { end: 'cancelled', next, ...because(request.cause) }
      : { end: 'interrupted', next, unknown: null, ...because(request.cause) };
  }

  async #leavePaused(
    request: Extract<RunRequest, { kind: 'pause' }>,
    next: number,
  ): Promise<RunEnd | undefined> {
    const { tracker, profile, link } = this.#parts;
    if (tracker.place.pen === 'down') return undefined;
    // A pen of which nothing is known may touch the paper. Resuming goes back to where it was last up.
    if (tracker.place.pen === null && profile.coordinates === 'absolute')
      await this.#commands.send(ours.liftPen);
    // The next command finds out what happened, and is not sent.
    if (link.session !== this.#commands.session) return undefined;
    // It was cancelled, stopped or resumed meanwhile.
    if (this.#requests.now !== request) return this.#leaveOff();
    return { end: 'paused', next, ...(request.reason !== undefined && { reason: request.reason }) };
  }

  /** Once for a request. What comes back is known when this is over, so that nothing is begun behind it. */
  async #withdraw(request: RunRequest): Promise<void> {
    if (this.#withdrawnFor === request || this.#parts.link.window === 1) return;
    this.#withdrawnFor = request;
    this.#pipeline.withdraw();
    await setImmediate();
    this.#outcomes.dropUnsent();
  }

  async #liftPen(): Promise<void> {
    if (this.#outcomes.penAhead !== 'up') await this.#commands.send(ours.liftPen);
  }

  /** Why the job was cancelled, if it was. */
  get #cancelled(): JobReason | undefined {
    const { now } = this.#requests;
    return now?.kind === 'cancel' ? now.cause : undefined;
  }
}
