import type { Clock, Logger } from '@stationery/core';

const progressEveryMs = 200;
/** In the middle of a long stroke no command ends; clients must still see that it continues. */
const longStrokeMs = 1000;

export interface JobUpdatesParts {
  clock: Clock;
  log: Logger;
  tell: (id: number) => void;
  /** Reports that many jobs changed, without naming them. */
  onManyChanges: () => void;
}

/**
 * When clients are sent updates of a job: every change of its state at once, its progress from time to time. If that
 * fails, it is logged, and the job continues.
 */
export class JobUpdates {
  readonly #parts: JobUpdatesParts;
  #toldAtMs = 0;
  #cancelTick: (() => void) | undefined;

  constructor(parts: JobUpdatesParts) {
    this.#parts = parts;
  }

  changed(id: number): void {
    const { clock, log, tell } = this.#parts;
    this.#toldAtMs = clock.nowMs();
    try {
      tell(id);
    } catch (error) {
      log.error({ err: error, job: id }, 'a job update could not be sent');
    }
  }

  manyChanged(): void {
    const { log, onManyChanges } = this.#parts;
    try {
      onManyChanges();
    } catch (error) {
      log.error({ err: error }, 'updates of many jobs could not be sent');
    }
  }

  /** A command was answered just now. Called for every one of them. */
  answered(id: number, nowMs: number): void {
    if (nowMs - this.#toldAtMs >= progressEveryMs) this.changed(id);
  }

  /** From now on its progress is reported also while no command ends, until `ended`. */
  started(id: number): void {
    const { clock } = this.#parts;
    this.#cancelTick = clock.after(longStrokeMs, () => {
      if (clock.nowMs() - this.#toldAtMs >= longStrokeMs) this.changed(id);
      this.started(id);
    });
  }

  ended(): void {
    this.#cancelTick?.();
  }
}
