import type { Logger } from './logger.ts';
import type { Clock } from './time/clock.ts';

const quietMs = 60_000;

/** Logs at most once a minute, so that a client with thousands of requests cannot fill the log. */
export class RefusalLog {
  readonly #clock: Clock;
  readonly #log: Logger | undefined;
  readonly #what: string;
  #refused = 0;
  #last: { reason: string; address?: string } | undefined;
  #cancel: (() => void) | undefined;

  constructor(parts: { clock: Clock; log: Logger | undefined }, what: string) {
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#what = what;
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
    this.#log?.warn({ refused: this.#refused, ...this.#last }, this.#what);
    this.#refused = 0;
    this.#cancel = this.#clock.after(quietMs, () => {
      this.#cancel = undefined;
      if (this.#refused > 0) this.#tell();
    });
  }
}
