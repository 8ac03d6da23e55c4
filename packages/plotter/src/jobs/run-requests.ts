import type { JobReason } from '@stationery/contract';
import { isDiskFull, messageOf } from '@stationery/core';
import type { Pause } from '../store/job.ts';
import type { Journal } from './journal.ts';

export type RunRequest =
  | { kind: 'pause'; reason?: string }
  | { kind: 'cancel'; cause: JobReason; liftPen: boolean }
  | { kind: 'interrupt'; cause: JobReason };

/** What somebody wants of a run that is under way; only the last wish counts, and the weightier one. */
export class RunRequests {
  readonly #parts: { journal: Journal; pauses: readonly Pause[]; wake: () => void };
  #now: RunRequest | undefined;
  #pausesMet = 0;

  constructor(parts: { journal: Journal; pauses: readonly Pause[]; wake: () => void }) {
    this.#parts = parts;
  }

  get now(): RunRequest | undefined {
    return this.#now;
  }

  get isCancel(): boolean {
    return this.#now?.kind === 'cancel';
  }

  /** The pen is lifted by the job itself; the run ends there. */
  pause(): void {
    this.#now ??= { kind: 'pause' };
    this.#parts.wake();
  }

  takeBackPause(): void {
    if (this.#now?.kind === 'pause') this.#now = undefined;
    this.#parts.wake();
  }

  cancel(cause: JobReason, options: { liftPen: boolean }): void {
    if (this.#now?.kind !== 'interrupt') this.#now = { kind: 'cancel', cause, ...options };
    this.#parts.wake();
  }

  interrupt(cause: JobReason): void {
    this.#now = { kind: 'interrupt', cause };
    this.#parts.wake();
  }

  /**
   * A planned pause before this command takes effect like any other: as soon as the pen is up. Gives the request for it,
   * where it is one.
   */
  meetPause(sent: number): RunRequest | undefined {
    const pause = this.#parts.pauses[this.#pausesMet];
    if (pause === undefined || pause.before > sent) return undefined;
    this.#pausesMet++;
    if (this.#now !== undefined && this.#now.kind !== 'pause') return undefined;
    this.#now = { kind: 'pause', reason: pause.reason };
    return this.#now;
  }

  /** What cannot be saved is not drawn: the run ends here, with the pen up, and can be resumed. */
  noteFailure(): boolean {
    const { failure } = this.#parts.journal;
    if (failure === undefined || this.isCancel) return false;
    this.interrupt(
      isDiskFull(failure) ? { code: 'disk-full' } : { code: 'not-saved', message: messageOf(failure) },
    );
    return true;
  }
}
