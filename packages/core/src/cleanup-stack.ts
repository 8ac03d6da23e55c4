import { messageOf } from './errors.ts';
import type { Logger } from './logger.ts';

/**
 * What has to be stopped again, in the reverse of the order in which it was started: when a service stops, and when one
 * that starts fails halfway. A step that fails is logged, and the next one is due all the same: above all the data folder
 * has to be released.
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
        this.#log.error({ reason: messageOf(error) }, 'an error while stopping');
      }
    }
  }
}
