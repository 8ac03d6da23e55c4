import type { Clock, Logger } from '@stationery/core';

const progressEveryMs = 200;
/** In the middle of a long stroke no command ends; who watches shall see that it goes on. */
const longStrokeMs = 1000;

/** When the world is told of a job: of every change of its state at once, of its progress now and then. */
export class JobNews {
  readonly #parts: { clock: Clock; log: Logger; tell: (id: number) => void };
  #toldAtMs = 0;
  #cancelTick: (() => void) | undefined;

  constructor(parts: { clock: Clock; log: Logger; tell: (id: number) => void }) {
    this.#parts = parts;
  }

  changed(id: number): void {
    this.#toldAtMs = this.#parts.clock.nowMs();
    this.#parts.tell(id);
  }

  /** A command was answered just now. Called for every one of them. */
  answered(id: number, nowMs: number): void {
    if (nowMs - this.#toldAtMs >= progressEveryMs) this.changed(id);
  }

  /** From now on its progress is told also where no command ends, until `ended`. */
  started(id: number): void {
    const { clock, log } = this.#parts;
    this.#cancelTick = clock.after(longStrokeMs, () => {
      try {
        if (clock.nowMs() - this.#toldAtMs >= longStrokeMs) this.changed(id);
      } catch (error) {
        log.error({ err: error, job: id }, 'the progress of a job could not be told');
      }
      this.started(id);
    });
  }

  ended(): void {
    this.#cancelTick?.();
  }
}
