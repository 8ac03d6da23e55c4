import { messageOf } from './errors.ts';
import type { Logger } from './logger.ts';

/**
 * Stops parts of a service in reverse order of their start, when the service stops or fails to start. A
 * failing step is logged and the others still run, because the data folder must be released.
 */
export class CleanupStack {
  readonly #log: Logger;
  readonly #steps: (() => unknown)[] = [];
  #running: Promise<void> | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  add(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Further calls wait for the same run. */
  run(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        this.#log.error({ reason: messageOf(error) }, 'stopping a part of the service failed');
      }
    }
  }
}
