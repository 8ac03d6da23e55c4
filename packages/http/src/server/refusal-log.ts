import type { Clock, Logger } from '@stationery/core';

const quietMs = 60_000;

/** Tells of refused connections at most once a minute: whoever opens thousands must not fill the log as well. */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #log: Logger | undefined;
  #refused = 0;
  #last: { reason: string; address?: string } | undefined;
  #cancel: (() => void) | undefined;

  constructor(parts: { clock: Clock; log: Logger | undefined }) {
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  note(reason: string, address?: string): void {
    this.#refused += 1;
    this.#last = { reason, ...(address === undefined ? {} : { address }) };
    if (this.#cancel === undefined) this.#tell();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #tell(): void {
    this.#log?.warn({ refused: this.#refused, ...this.#last }, 'connections refused');
    this.#refused = 0;
    this.#cancel = this.#clock.after(quietMs, () => {
      this.#cancel = undefined;
      if (this.#refused > 0) this.#tell();
    });
  }
}
