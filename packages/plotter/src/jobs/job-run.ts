import { setImmediate } from 'node:timers/promises';
import { because, type JobReason } from '@stationery/contract';
import { isDiskFull, messageOf, sleep } from '@stationery/core';
import { LinkError, type Reply } from '../drivers/link.ts';
import { ours } from '../drivers/our-language.ts';
import { Pipeline, type UnderWay, wasNotSent } from './pipeline.ts';
import { type RefusalParts, refusalOf, refusedReason } from './refusal.ts';
import type { Prelude, RunEnd, RunParts } from './run-parts.ts';
import { RunRecord } from './run-record.ts';

type Request =
  | { kind: 'pause'; reason?: string }
  | { kind: 'cancel'; cause: JobReason; liftPen: boolean }
  | { kind: 'interrupt'; cause: JobReason };

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
  #request: Request | undefined;
  /** The request for which the machine was given no more than it has. */
  #withdrawnFor: Request | undefined;
  readonly #record: RunRecord;
  #session: number;
  #pausesMet = 0;
  #hasSpoken = false;
  /** Until when a command that could not be sent is tried again. */
  #attempt = { index: -1, untilMs: 0 };
  #begunMs = 0;
  #isRetry = false;

  /** Begins at a command, with what is known of those before it. */
  constructor(parts: RunParts, start: { from: number; completed: number; failed: number }) {
    this.#parts = parts;
    this.#pipeline = new Pipeline(parts.link);
    this.#record = new RunRecord(parts, start);
    this.#session = parts.session;
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
    this.#request ??= { kind: 'pause' };
    this.#pipeline.wake();
  }

  takeBackPause(): void {
    if (this.#request?.kind === 'pause') this.#request = undefined;
    this.#pipeline.wake();
  }

  cancel(cause: JobReason, options: { liftPen: boolean }): void {
    if (this.#request?.kind !== 'interrupt') this.#request = { kind: 'cancel', cause, ...options };
    this.#pipeline.wake();
  }

  interrupt(cause: JobReason): void {
    this.#request = { kind: 'interrupt', cause };
    this.#pipeline.wake();
  }

  async run(prelude: Prelude): Promise<RunEnd> {
    try {
      const left = await this.#runPrelude(prelude);
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
    while (this.#record.executed < this.#parts.total) {
      const left = await this.#feed();
      if (left !== undefined) return left;
      this.#settle();
      await this.#pipeline.changed();
      const end = await this.#take();
      if (end !== undefined) return end;
    }
    return this.#request?.kind === 'cancel' ? ((await this.#leaveOff()) ?? { end: 'done' }) : { end: 'done' };
  }

  /** Gives the machine as much as it takes, unless something else was asked meanwhile. */
  async #feed(): Promise<RunEnd | undefined> {
    const { total, commands, link, timeoutMs, clock, onSetting } = this.#parts;
    for (;;) {
      if (!this.#isRetry) {
        this.#meetPause();
        const left = this.#request === undefined ? undefined : await this.#leaveOff();
        if (left !== undefined) return left;
      }
      const index = this.#record.sent;
      if (index >= total) return undefined;
      const command = commands.at(index);
      const effect = link.effectOf(command);
      if (!this.#pipeline.takes(effect) || !this.#isFed()) return undefined;
      this.#record.begun(index);
      this.#isRetry = false;
      if (this.#noteFailure()) {
        this.#record.sent = index;
        continue;
      }
      if (this.#attempt.index !== index) this.#attempt = { index, untilMs: clock.nowMs() + relinkTimeoutMs };
      this.#begunMs = clock.nowMs();
      if (effect.setting !== undefined) onSetting(effect.setting);
      this.#pipeline.begin(index, command, effect, { timeoutMs, session: this.#session });
    }
  }

  /** Whether the machine is to have more than it has: to the end of a stroke also where it is to pause. */
  #isFed(): boolean {
    if (this.#pipeline.size === 0 || this.#request === undefined) return true;
    return this.#request.kind === 'pause' && this.#penAhead() === 'down';
  }

  /** How the pen will be when all that the machine was given is done. */
  #penAhead(): 'up' | 'down' | null {
    for (const { effect, reply } of this.#pipeline.all.toReversed()) {
      if (reply?.ok === false) continue;
      if (effect.origin === 'restart') return null;
      if (effect.pen !== undefined) return effect.pen;
    }
    return this.#parts.tracker.place.pen;
  }

  /** A planned pause takes effect like any other: as soon as the pen is up. */
  #meetPause(): void {
    const pause = this.#parts.pauses[this.#pausesMet];
    if (pause === undefined || pause.before > this.#record.sent) return;
    this.#pausesMet++;
    if (this.#request === undefined || this.#request.kind === 'pause') {
      this.#request = { kind: 'pause', reason: pause.reason };
      // All that the machine has comes before it.
      this.#withdrawnFor = this.#request;
    }
  }

  /** Processes the outcomes of the commands that are under way. */
  async #take(): Promise<RunEnd | undefined> {
    this.#recordReplies();
    const { stopOnError } = this.#parts;
    const { refused } = this.#pipeline;
    if (refused?.reply !== undefined && stopOnError && this.#request?.kind !== 'cancel') {
      const { command, reply } = refused;
      const cause = refusedReason(command, reply.terminalLine, this.#refusalParts);
      return this.#fail(refused, cause, this.#parts.liftPenOnFailure);
    }
    this.#countExecuted();
    this.#dropUnsent();
    const { oldest } = this.#pipeline;
    return oldest?.error === undefined ? undefined : this.#unanswered(oldest, oldest.error);
  }

  /** As far as they came in order, and no further than the last that matters. */
  #recordReplies(last?: UnderWay): void {
    if (last?.recorded !== undefined) return;
    for (let one = this.#pipeline.unrecorded; one?.reply; one = this.#pipeline.unrecorded) {
      this.#hasSpoken = true;
      if (one.recorded === undefined) {
        this.#record.replied(one, one.reply);
        this.#noteFailure();
      }
      this.#pipeline.recordedOne();
      if (one === last) return;
    }
  }

  #countExecuted(): void {
    for (let { oldest } = this.#pipeline; oldest?.isExecuted; { oldest } = this.#pipeline) {
      const { reply, effect } = oldest;
      if (reply?.ok) this.#changedOrigin(effect.origin);
      this.#past(oldest);
    }
  }

  /** Nothing more will come of the oldest. */
  #past(oldest: UnderWay): void {
    this.#pipeline.shift();
    this.#record.past(oldest);
    this.#noteFailure();
    this.#parts.onProgress();
  }

  /** Nothing is sent for now: what was carried out is counted. */
  #settle(): void {
    if (this.#parts.journal.settle()) this.#noteFailure();
  }

  /** What did not reach the machine is as if it had not been begun. The oldest says why. */
  #dropUnsent(): void {
    for (let { newest } = this.#pipeline; newest !== undefined; { newest } = this.#pipeline) {
      const isOnly = this.#pipeline.size === 1 && !(newest.isWithdrawn && newest.error?.kind === 'aborted');
      if (isOnly || !wasNotSent(newest)) return;
      this.#drop(newest);
    }
  }

  #drop({ index }: UnderWay): void {
    this.#pipeline.pop();
    this.#record.sent = index;
  }

  #changedOrigin(origin: 'here' | 'restart' | undefined): void {
    const { onRestart, onZero } = this.#parts;
    if (origin === 'restart') onRestart(++this.#session);
    if (origin === 'here') onZero(this.#session);
  }

  /** What cannot be saved is not drawn: the run ends here, with the pen up, and can be resumed. */
  #noteFailure(): boolean {
    const { failure } = this.#parts.journal;
    if (failure === undefined || this.#request?.kind === 'cancel') return false;
    this.interrupt(
      isDiskFull(failure) ? { code: 'disk-full' } : { code: 'not-saved', message: messageOf(failure) },
    );
    return true;
  }

  #recordNoReply(one: UnderWay, error: 'timeout' | 'disconnected'): void {
    this.#record.notReplied(one, error);
    this.#noteFailure();
  }

  /** The oldest has no reply, or was not seen to be carried out: the end, unless the job may continue. */
  async #unanswered(oldest: UnderWay, error: LinkError): Promise<RunEnd | undefined> {
    this.#settle();
    if (error.kind === 'timeout') {
      this.#hasSpoken = true;
      this.#recordNoReply(oldest, 'timeout');
      // The port is still there, so that the pen can be lifted before the job is left.
      if (this.#parts.stopOnError && this.#request?.kind !== 'cancel')
        return this.#fail(oldest, { code: 'reply-timeout', command: error.sent }, false);
      this.#past(oldest);
      return undefined;
    }
    if (this.#pipeline.size > 1) {
      this.#pipeline.withdraw();
      await this.#pipeline.settled();
      this.#recordReplies();
      this.#dropUnsent();
    }
    if (this.#pipeline.size === 1 && error.kind === 'not-ready' && this.#isTriedAgain()) {
      this.#drop(oldest);
      this.#isRetry = true;
      // Some drivers have it wait for the machine first, and some say no at once.
      const { clock } = this.#parts;
      if (clock.nowMs() - this.#begunMs < retryMs) await sleep(clock, retryMs);
      return undefined;
    }
    return this.#lost(error);
  }

  /** After a time-out nothing is sent until both ends agree again, which may take longer than one command may. */
  #isTriedAgain(): boolean {
    const isWanted = this.#request === undefined || this.#request.kind === 'pause';
    return this.#hasSpoken && isWanted && this.#parts.clock.nowMs() < this.#attempt.untilMs;
  }

  /**
   * The machine is gone, or does not do what it was sent: the outcome of the commands that it has not carried out is
   * unknown. It was busy with the first of these; those after it have no result.
   */
  #lost({ kind, reason }: LinkError): RunEnd {
    const inDoubt = this.#pipeline.all.filter((one) => !wasNotSent(one));
    const [first] = inDoubt;
    if (first !== undefined && kind !== 'aborted') this.#recordNoReply(first, 'disconnected');
    this.#record.sent = this.#record.executed + inDoubt.length;
    const next = this.#record.executed;
    if (this.#request?.kind === 'cancel') return { end: 'cancelled', next, ...because(this.#request.cause) };
    return { end: 'interrupted', next, unknown: inDoubt.length > 0 ? next : null, ...because(reason) };
  }

  /** The job goes no further than this command, and neither does a machine that has others behind it. */
  async #fail(at: UnderWay, cause: JobReason, liftPen: boolean): Promise<RunEnd> {
    this.#settle();
    this.#dropUnsent();
    const isNewest = this.#pipeline.newest === at;
    // What it did not have is not drawn; the rest is answered by the stop, or given up.
    if (!isNewest) await this.#parts.link.stop().catch(() => undefined);
    await this.#pipeline.settled();
    this.#recordReplies(at);
    this.#countExecuted();
    this.#dropUnsent();
    if (this.#pipeline.oldest === at) this.#past(at);
    if (liftPen) await this.#liftPen();
    return { end: 'failed', next: at.index + 1, ...because(cause) };
  }

  /** What was asked meanwhile, once it can be done: when the machine has carried out all that it has. */
  async #leaveOff(): Promise<RunEnd | undefined> {
    this.#settle();
    const request = this.#request;
    const { tracker, profile, link } = this.#parts;
    if (request === undefined) return undefined;
    if (this.#pipeline.size > 0) {
      await this.#withdraw(request);
      return undefined;
    }
    const next = this.#record.executed;
    if (request.kind === 'pause' && tracker.place.pen === 'down') return undefined;
    if (request.kind === 'pause') {
      // A pen of which nothing is known may touch the paper. Resuming goes back to where it was last up.
      if (tracker.place.pen === null && profile.coordinates === 'absolute') await this.#send(ours.liftPen);
      // The next command finds out what happened, and is not sent.
      if (link.session !== this.#session) return undefined;
      // It was cancelled, stopped or resumed meanwhile.
      if (this.#request !== request) return this.#leaveOff();
      return { end: 'paused', next, ...(request.reason !== undefined && { reason: request.reason }) };
    }
    const lift = request.kind === 'interrupt' || request.liftPen;
    if (lift) await this.#liftPen();
    return request.kind === 'cancel'
      ? { end: 'cancelled', next, ...because(request.cause) }
      : { end: 'interrupted', next, unknown: null, ...because(request.cause) };
  }

  /** Once for a request. What comes back is known when this is over, so that nothing is begun behind it. */
  async #withdraw(request: Request): Promise<void> {
    if (this.#withdrawnFor === request || this.#parts.link.window === 1) return;
    this.#withdrawnFor = request;
    this.#pipeline.withdraw();
    await setImmediate();
    this.#dropUnsent();
  }

  async #send(command: string): Promise<Reply | LinkError> {
    const { link, timeoutMs } = this.#parts;
    try {
      const reply = await link.send(command, { timeoutMs, session: this.#session });
      if (reply.ok) this.#changedOrigin(link.effectOf(command).origin);
      return reply;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return error;
    }
  }

  async #liftPen(): Promise<void> {
    if (this.#penAhead() !== 'up') await this.#send(ours.liftPen);
  }

  /** What brings the machine to where the job continues. Undefined when it is there. */
  async #runPrelude({ usual = [], commands, optional }: Prelude): Promise<RunEnd | undefined> {
    const next = this.#record.executed;
    for (const command of [...usual, ...commands]) {
      const left = await this.#leaveOff();
      if (left !== undefined) return left;
      const { setting } = this.#parts.link.effectOf(command);
      if (setting !== undefined) this.#parts.onSetting(setting);
      const outcome = await this.#send(command);
      if (
        !(outcome instanceof LinkError) &&
        (outcome.ok || command === optional || usual.includes(command))
      ) {
        // In the chunk of the reply the board may have said that it restarted.
        if (command === ours.setOrigin && this.#parts.link.session === this.#session)
          this.#parts.onOriginSet();
        continue;
      }
      if (this.#request?.kind === 'cancel')
        return { end: 'cancelled', next, ...because(this.#request.cause) };
      return { end: 'interrupted', next, unknown: null, ...because(this.#whyNotResumed(command, outcome)) };
    }
    return undefined;
  }

  get #refusalParts(): RefusalParts {
    const { profile, link: driver } = this.#parts;
    return { profile, driver };
  }

  #whyNotResumed(command: string, outcome: Reply | LinkError): JobReason {
    if (outcome instanceof LinkError) return { code: 'resume-failed', because: outcome.reason };
    const { terminalLine } = outcome;
    const refusal = refusalOf(command, terminalLine, this.#refusalParts);
    return { code: 'resume-refused', command, reply: terminalLine, refusal };
  }
}
