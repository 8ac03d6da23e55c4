import { because, type JobReason } from '@stationery/contract';
import { type Clock, isDiskFull, messageOf } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import { LinkError, type Reply } from '../drivers/link.ts';
import { ours } from '../drivers/our-language.ts';
import type { Profile } from '../drivers/profile.ts';
import type { PositionTracker } from '../machine/position-tracker.ts';
import type { CommandOutcome, Pause } from '../store/job.ts';
import type { JobCommands } from './job-commands.ts';
import type { Journal } from './journal.ts';
import { type RefusalParts, refusalOf, refusedReason } from './refusal.ts';

/** Why it ended so: for a person, and as data. */
type Why = ReturnType<typeof because>;

/** How a run ended. `next` is the first command that is still to be sent. */
export type RunEnd =
  | { end: 'done' }
  | { end: 'paused'; next: number; reason?: string }
  | ({ end: 'failed'; next: number } & Why)
  | ({ end: 'cancelled'; next: number } & Why)
  | ({ end: 'interrupted'; next: number; unknown: number | null } & Why);

export interface RunParts {
  jobId: number;
  total: number;
  timeoutMs: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  commands: JobCommands;
  /** Those that are still to come, in order. */
  pauses: readonly Pause[];
  journal: Journal;
  link: Driver;
  tracker: PositionTracker;
  clock: Clock;
  profile: Profile;
  /** The session of the link that the run belongs to: nothing of it is sent in another one. */
  session: number;
  /** The job itself has restarted the board: it continues in this session, from where the pen stands. */
  onRestart: (session: number) => void;
  /** `ZERO` was answered in this session: the board counts from elsewhere than before. */
  onZero: (session: number) => void;
  /** The place of the pen is the origin now, as a person said. */
  onOriginSet: () => void;
  onProgress: (run: JobRun) => void;
}

/** What brings the machine to where a job continues. */
export interface Prelude {
  commands: readonly string[];
  /** Of those, the one that a board may not know. */
  optional?: string;
}

type Request =
  | { kind: 'pause'; reason?: string }
  | { kind: 'cancel'; cause: JobReason; liftPen: boolean }
  | { kind: 'interrupt'; cause: JobReason };

/** How long a job that may continue after a time-out waits for a link that is brought in step again. */
const relinkTimeoutMs = 120_000;

/** One go at the commands of a job, from some command on, until it is over or asked to leave off. */
export class JobRun {
  readonly #parts: RunParts;
  #request: Request | undefined;
  #next: number;
  #session: number;
  #pausesMet = 0;
  #hasSpoken = false;
  completed: number;
  failed: number;

  /** Begins at a command, with what is known of those before it. */
  constructor(parts: RunParts, start: { from: number; completed: number; failed: number }) {
    this.#parts = parts;
    this.#next = start.from;
    this.#session = parts.session;
    this.completed = start.completed;
    this.failed = start.failed;
  }

  get next(): number {
    return this.#next;
  }

  /** The pen is lifted by the job itself; the run ends there. */
  pause(): void {
    this.#request ??= { kind: 'pause' };
  }

  takeBackPause(): void {
    if (this.#request?.kind === 'pause') this.#request = undefined;
  }

  cancel(cause: JobReason, options: { liftPen: boolean }): void {
    if (this.#request?.kind !== 'interrupt') this.#request = { kind: 'cancel', cause, ...options };
  }

  interrupt(cause: JobReason): void {
    this.#request = { kind: 'interrupt', cause };
  }

  async run(prelude: Prelude): Promise<RunEnd> {
    try {
      const left = await this.#runPrelude(prelude);
      if (left !== undefined) return left;
      // The way back to where it was left is not part of the first command.
      if (prelude.commands.length > 0) this.#parts.onProgress(this);
      return await this.#loop();
    } catch (error) {
      await this.#liftPen();
      throw error;
    } finally {
      this.#parts.journal.flush();
    }
  }

  async #loop(): Promise<RunEnd> {
    const { total, commands, stopOnError, liftPenOnFailure, onProgress } = this.#parts;
    while (this.#next < total) {
      this.#meetPause();
      const left = await this.#leaveOff();
      if (left !== undefined) return left;
      const index = this.#next;
      const command = commands.at(index);
      const outcome = await this.#sendInStep(command);
      if (outcome instanceof LinkError) {
        const end = this.#unanswered(index, outcome);
        if (end !== undefined) return end;
        onProgress(this);
        continue;
      }
      this.#next = index + 1;
      this.#took(index, outcome);
      if (!outcome.ok && stopOnError && this.#request?.kind !== 'cancel') {
        if (liftPenOnFailure) await this.#liftPen();
        return {
          end: 'failed',
          next: this.#next,
          ...because(refusedReason(command, outcome.terminalLine, this.#refusalParts)),
        };
      }
      onProgress(this);
    }
    return this.#request?.kind === 'cancel' ? ((await this.#leaveOff()) ?? { end: 'done' }) : { end: 'done' };
  }

  /** A pause that the job itself asks for takes hold like any other: as soon as the pen is up. */
  #meetPause(): void {
    const pause = this.#parts.pauses[this.#pausesMet];
    if (pause === undefined || pause.before > this.#next) return;
    this.#pausesMet++;
    if (this.#request === undefined || this.#request.kind === 'pause') {
      this.#request = { kind: 'pause', reason: pause.reason };
    }
  }

  async #send(command: string): Promise<Reply | LinkError> {
    const { link, timeoutMs, onRestart, onZero } = this.#parts;
    try {
      const reply = await link.send(command, { timeoutMs, session: this.#session });
      const { origin } = link.effectOf(command);
      if (reply.ok && origin === 'restart') onRestart(++this.#session);
      if (reply.ok && origin === 'here') onZero(this.#session);
      return reply;
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      return error;
    }
  }

  /** After a time-out nothing is sent until both ends agree again, which may take longer than one command may. */
  async #sendInStep(command: string): Promise<Reply | LinkError> {
    const { clock } = this.#parts;
    const untilMs = clock.nowMs() + relinkTimeoutMs;
    for (;;) {
      const outcome = await this.#send(command);
      if (!(outcome instanceof LinkError) || outcome.kind !== 'not-ready') {
        this.#hasSpoken = true;
        return outcome;
      }
      const isWanted = this.#request === undefined || this.#request.kind === 'pause';
      if (!this.#hasSpoken || !isWanted || clock.nowMs() >= untilMs) return outcome;
    }
  }

  #took(index: number, { ok, terminalLine, lines }: CommandOutcome): void {
    if (ok) this.completed++;
    else this.failed++;
    this.#record(index, { ok, terminalLine, lines });
  }

  /** What cannot be saved is not drawn: the run ends here, with the pen up, and can be resumed. */
  #record(index: number, outcome: CommandOutcome): void {
    const { journal, jobId } = this.#parts;
    journal.record(jobId, index, outcome);
    const { failure } = journal;
    if (failure === undefined || this.#request?.kind === 'cancel') return;
    this.interrupt(
      isDiskFull(failure) ? { code: 'disk-full' } : { code: 'not-saved', message: messageOf(failure) },
    );
  }

  /** A command without a reply: a result with the reason, and the end unless the job may continue. */
  #unanswered(index: number, error: LinkError): RunEnd | undefined {
    const wasSent = ['timeout', 'lost', 'reset'].includes(error.kind);
    if (wasSent) {
      this.failed++;
      const reason = error.kind === 'timeout' ? 'timeout' : 'disconnected';
      this.#record(index, { ok: false, terminalLine: '', lines: error.lines, error: reason });
    }
    if (error.kind === 'timeout') {
      this.#next = index + 1;
      // The port is still there, so that the pen can be lifted before the job is left.
      if (this.#request?.kind === 'cancel') return undefined;
      return this.#parts.stopOnError
        ? { end: 'failed', next: this.#next, ...because({ code: 'reply-timeout', command: error.sent }) }
        : undefined;
    }
    if (this.#request?.kind === 'cancel') {
      return { end: 'cancelled', next: index, ...because(this.#request.cause) };
    }
    return { end: 'interrupted', next: index, unknown: wasSent ? index : null, ...because(error.reason) };
  }

  /** Between two commands: what was asked meanwhile, once it can be done. */
  async #leaveOff(): Promise<RunEnd | undefined> {
    const request = this.#request;
    const { tracker, profile, link } = this.#parts;
    const next = this.#next;
    if (request === undefined || (request.kind === 'pause' && tracker.place.pen === 'down')) return undefined;
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

  async #liftPen(): Promise<void> {
    if (this.#parts.tracker.place.pen !== 'up') await this.#send(ours.liftPen);
  }

  /** What brings the machine to where the job continues. Undefined when it is there. */
  async #runPrelude({ commands, optional }: Prelude): Promise<RunEnd | undefined> {
    const next = this.#next;
    for (const command of commands) {
      const left = await this.#leaveOff();
      if (left !== undefined) return left;
      const outcome = await this.#send(command);
      if (!(outcome instanceof LinkError) && (outcome.ok || command === optional)) {
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
