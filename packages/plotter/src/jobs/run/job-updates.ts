import type { Clock, Logger } from '@stationery/core';

const progressEveryMs = 200;
/** Interval of progress reports during a long stroke, in which no command ends. */
const longStrokeMs = 1000;

interface JobUpdatesDeps {
  clock: Clock;
  log: Logger;
  tell: (id: number) => void;
  onManyChanges: () => void;
}

/** A failed report does not affect the job. */
export class JobUpdates {
  readonly #deps: JobUpdatesDeps;
  #toldAtMs = 0;
  #cancelTick: (() => void) | undefined;

  constructor(deps: JobUpdatesDeps) {
    this.#deps = deps;
  }

  changed(id: number): void {
    const { clock, log, tell } = this.#deps;
    this.#toldAtMs = clock.nowMs();
    try {
      tell(id);
    } catch (error) {
      log.error({ err: error, job: id }, 'job update not sent');
    }
  }

  manyChanged(): void {
    const { log, onManyChanges } = this.#deps;
    try {
      onManyChanges();
    } catch (error) {
      log.error({ err: error }, 'job updates not sent');
    }
  }

  answered(id: number, nowMs: number): void {
    if (nowMs - this.#toldAtMs >= progressEveryMs) this.changed(id);
  }

  /** Reports progress also while no command ends, until `ended`. */
  started(id: number): void {
    const { clock } = this.#deps;
    this.#cancelTick = clock.after(longStrokeMs, () => {
      if (clock.nowMs() - this.#toldAtMs >= longStrokeMs) this.changed(id);
      this.started(id);
    });
  }

  ended(): void {
    this.#cancelTick?.();
  }
}
