import type { JobReason } from '@stationery/contract';
import { isDiskFull, messageOf } from '@stationery/core';
import type { Pause } from '../../store/job.ts';
import type { Journal } from '../record/journal.ts';

export type RunRequest =
  | { kind: 'pause'; reason?: string }
  | { kind: 'cancel'; cause: JobReason; liftPen: boolean }
  | { kind: 'interrupt'; cause: JobReason };

/** The latest request applies, unless an earlier one is stronger. */
export class RunRequests {
  readonly #deps: { journal: Journal; pauses: readonly Pause[]; wake: () => void };
  #now: RunRequest | undefined;
  #pausesMet = 0;

  constructor(deps: { journal: Journal; pauses: readonly Pause[]; wake: () => void }) {
    this.#deps = deps;
  }

  get now(): RunRequest | undefined {
    return this.#now;
  }

  get isCancel(): boolean {
    return this.#now?.kind === 'cancel';
  }

  /** Requests a pause: the run ends where the job next lifts the pen. */
  pause(): void {
    this.#now ??= { kind: 'pause' };
    this.#deps.wake();
  }

  takeBackPause(): void {
    if (this.#now?.kind === 'pause') this.#now = undefined;
    this.#deps.wake();
  }

  cancel(cause: JobReason, options: { liftPen: boolean }): void {
    if (this.#now?.kind !== 'interrupt') this.#now = { kind: 'cancel', cause, ...options };
    this.#deps.wake();
  }

  interrupt(cause: JobReason): void {
    this.#now = { kind: 'interrupt', cause };
    this.#deps.wake();
  }

  /** Requests the next planned pause if it comes before the next command. Returns the request, if any. */
  meetPause(sent: number): RunRequest | undefined {
    const pause = this.#deps.pauses[this.#pausesMet];
    if (pause === undefined || pause.before > sent) return undefined;
    this.#pausesMet++;
    if (this.#now !== undefined && this.#now.kind !== 'pause') return undefined;
    this.#now = { kind: 'pause', reason: pause.reason };
    return this.#now;
  }

  /** Interrupts the run if results cannot be saved. It then ends with the pen up, from where it can be resumed. */
  noteFailure(): boolean {
    const { failure } = this.#deps.journal;
    if (failure === undefined || this.isCancel) return false;
    this.interrupt(
      isDiskFull(failure) ? { code: 'disk-full' } : { code: 'not-saved', message: messageOf(failure) },
    );
    return true;
  }
}
