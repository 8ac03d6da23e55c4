import { setImmediate } from 'node:timers/promises';
import { because, type JobReason } from '@stationery/contract';
import { sleep } from '@stationery/core';
import { ours } from '../../drivers/language/our-language.ts';
import type { LinkError } from '../../drivers/link.ts';
import { type InFlightCommand, Pipeline, wasNotSent } from './pipeline.ts';
import { refusedReason } from './refusal.ts';
import { RunCommands } from './run-commands.ts';
import type { Prelude, RunDeps, RunEnd } from './run-deps.ts';
import { RunOutcomes } from './run-outcomes.ts';
import { RunRecord } from './run-record.ts';
import { type RunRequest, RunRequests } from './run-requests.ts';

/** How long a command that could not be sent is retried, in a job that may continue after a timeout. */
const relinkTimeoutMs = 120_000;
const retryMs = 100;

/** Sends as many commands ahead as the driver allows; only executed commands count. */
export class JobRun {
  readonly #deps: RunDeps;
  readonly #pipeline: Pipeline;
  readonly requests: RunRequests;
  readonly #commands: RunCommands;
  readonly record: RunRecord;
  readonly #outcomes: RunOutcomes;
  /** The request for which unsent commands were withdrawn. */
  #withdrawnFor: RunRequest | undefined;
  /** The command that could not be sent, and when to give it up. */
  #attempt = { index: -1, untilMs: 0 };
  #begunMs = 0;
  #isRetry = false;

  constructor(deps: RunDeps, start: { from: number; completed: number; failed: number }) {
    const { journal, pauses, driver } = deps;
    this.#deps = deps;
    const pipeline = new Pipeline(driver);
    this.#pipeline = pipeline;
    this.requests = new RunRequests({ journal, pauses, wake: () => pipeline.wake() });
    this.#commands = new RunCommands(deps);
    this.record = new RunRecord(deps, start);
    this.#outcomes = new RunOutcomes({
      run: deps,
      pipeline,
      record: this.record,
      requests: this.requests,
      commands: this.#commands,
    });
  }

  async run(prelude: Prelude): Promise<RunEnd> {
    try {
      const left = await this.#commands.runPrelude(prelude, this.record.executed, {
        leaveOff: () => this.#leaveOff(),
        cancelled: () => this.#cancelled,
      });
      if (left !== undefined) return left;
      // Returning to the resume point is not part of the first command.
      if (prelude.commands.length > 0) this.#deps.onProgress();
      return await this.#loop();
    } catch (error) {
      await this.#liftPen();
      throw error;
    } finally {
      this.record.takeBack(this.#pipeline.all);
      this.#deps.journal.settle();
      this.#deps.journal.flush();
    }
  }

  async #loop(): Promise<RunEnd> {
    while (this.record.executed < this.#deps.total) {
      const left = await this.#feed();
      if (left !== undefined) return left;
      this.#outcomes.settle();
      await this.#pipeline.changed();
      const end = await this.#take();
      if (end !== undefined) return end;
    }
    return this.requests.isCancel ? ((await this.#leaveOff()) ?? { end: 'done' }) : { end: 'done' };
  }

  async #feed(): Promise<RunEnd | undefined> {
    const { total, commands, driver, timeoutMs, clock, onSetting } = this.#deps;
    for (;;) {
      if (!this.#isRetry) {
        // A planned pause comes after the commands that were sent.
        this.#withdrawnFor = this.requests.meetPause(this.record.sent) ?? this.#withdrawnFor;
        const left = this.requests.now === undefined ? undefined : await this.#leaveOff();
        if (left !== undefined) return left;
      }
      const index = this.record.sent;
      if (index >= total) return undefined;
      const command = commands.at(index);
      const effect = driver.effectOf(command);
      if (!this.#pipeline.takes(effect) || !this.#isFed()) return undefined;
      this.record.begun(index);
      this.#isRetry = false;
      if (this.requests.noteFailure()) {
        this.record.sent = index;
        continue;
      }
      if (this.#attempt.index !== index) this.#attempt = { index, untilMs: clock.nowMs() + relinkTimeoutMs };
      this.#begunMs = clock.nowMs();
      if (effect.setting !== undefined) onSetting(effect.setting);
      this.#pipeline.begin(index, command, effect, { timeoutMs, session: this.#commands.session });
    }
  }

  /** Whether another command may be sent. If a pause was requested, commands are sent up to the end of the stroke. */
  #isFed(): boolean {
    const { now } = this.requests;
    if (this.#pipeline.size === 0 || now === undefined) return true;
    return now.kind === 'pause' && this.#outcomes.penAhead === 'down';
  }

  /** Several commands in flight may fail at once. */
  async #take(): Promise<RunEnd | undefined> {
    const { stopOnError, liftPenOnFailure, profile, driver } = this.#deps;
    for (;;) {
      this.#outcomes.recordReplies();
      const { refused } = this.#pipeline;
      if (refused?.reply !== undefined && stopOnError && !this.requests.isCancel) {
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

  async #unanswered(oldest: InFlightCommand, error: LinkError): Promise<RunEnd | undefined> {
    this.#outcomes.settle();
    const isTimeout = error.kind === 'timeout';
    if (isTimeout) {
      this.#outcomes.recordNoReply(oldest, 'timeout');
      if (!this.#deps.stopOnError || this.requests.isCancel) {
        this.#outcomes.past(oldest);
        return undefined;
      }
    }
    if (this.#pipeline.size > 1) {
      if (!isTimeout) this.#pipeline.withdraw();
      // The machine may still be executing later commands.
      else if (!this.#pipeline.isSettled) await this.#deps.driver.stop().catch(() => undefined);
      await this.#pipeline.settled();
      this.#outcomes.recordReplies();
      this.#outcomes.dropUnsent();
    }
    if (this.#pipeline.size === 1 && error.kind === 'not-ready' && this.#isTriedAgain()) {
      this.#outcomes.drop(oldest);
      this.#isRetry = true;
      // Wait before the retry, unless the driver has already waited for the machine.
      const { clock } = this.#deps;
      if (clock.nowMs() - this.#begunMs < retryMs) await sleep(clock, retryMs);
      return undefined;
    }
    return this.#lost(error, isTimeout ? { code: 'reply-timeout', command: error.sent } : error.reason);
  }

  /** Whether to try again, because resynchronising the link may take longer than the timeout of a command. */
  #isTriedAgain(): boolean {
    const { now } = this.requests;
    const isWanted = now === undefined || now.kind === 'pause';
    return this.#outcomes.hasSpoken && isWanted && this.#deps.clock.nowMs() < this.#attempt.untilMs;
  }

  /** The oldest command in flight is in doubt; later commands have no result. */
  #lost({ kind }: LinkError, reason: JobReason): RunEnd {
    const inDoubt = this.#pipeline.all.filter((one) => !wasNotSent(one));
    const [first] = inDoubt;
    if (first !== undefined && kind !== 'aborted' && kind !== 'timeout')
      this.#outcomes.recordNoReply(first, 'disconnected');
    const { executed: next } = this.record;
    this.record.sent = next + inDoubt.length;
    const cancelled = this.#cancelled;
    if (cancelled !== undefined) return { end: 'cancelled', next, ...because(cancelled) };
    return { end: 'interrupted', next, unknown: inDoubt.length > 0 ? next : null, ...because(reason) };
  }

  async #fail(at: InFlightCommand, cause: JobReason, liftPen: boolean): Promise<RunEnd> {
    this.#outcomes.settle();
    this.#outcomes.dropUnsent();
    const isNewest = this.#pipeline.newest === at;
    // Unsent commands are dropped; after the stop, no more replies come for the others.
    if (!isNewest) await this.#deps.driver.stop().catch(() => undefined);
    await this.#pipeline.settled();
    this.#outcomes.recordReplies(at);
    this.#outcomes.countExecuted();
    this.#outcomes.dropUnsent();
    if (this.#pipeline.oldest === at) this.#outcomes.past(at);
    if (liftPen) await this.#liftPen();
    return { end: 'failed', next: at.index + 1, ...because(cause) };
  }

  /** Ends the run if that was requested and the machine has executed everything it was sent. */
  async #leaveOff(): Promise<RunEnd | undefined> {
    this.#outcomes.settle();
    const request = this.requests.now;
    if (request === undefined) return undefined;
    if (this.#pipeline.size > 0) {
      await this.#withdraw(request);
      return undefined;
    }
    const { executed: next } = this.record;
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
    const { tracker, profile, driver } = this.#deps;
    if (tracker.place.pen === 'down') return undefined;
    // A pen in an unknown state may touch the paper. Resuming goes back to the last pen-up.
    if (tracker.place.pen === null && profile.coordinates === 'absolute')
      await this.#commands.send(ours.liftPen);
    // The session changed; the next command fails with the reason and is not sent.
    if (driver.session !== this.#commands.session) return undefined;
    // Cancelled, stopped or resumed meanwhile.
    if (this.requests.now !== request) return this.#leaveOff();
    return { end: 'paused', next, ...(request.reason !== undefined && { reason: request.reason }) };
  }

  /** Withdraws commands once per request. Resolves when it is known which commands were withdrawn. */
  async #withdraw(request: RunRequest): Promise<void> {
    if (this.#withdrawnFor === request || this.#deps.driver.window === 1) return;
    this.#withdrawnFor = request;
    this.#pipeline.withdraw();
    await setImmediate();
    this.#outcomes.dropUnsent();
  }

  async #liftPen(): Promise<void> {
    if (this.#outcomes.penAhead !== 'up') await this.#commands.send(ours.liftPen);
  }

  get #cancelled(): JobReason | undefined {
    const { now } = this.requests;
    return now?.kind === 'cancel' ? now.cause : undefined;
  }
}
