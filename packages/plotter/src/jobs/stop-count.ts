import type { JobReason } from '@stationery/contract';
import { AppError } from '@stationery/core';

/**
 * Which requests were sent before the machine was stopped and were read to their end afterwards. What they ask
 * for must not move the machine: their senders did not know of the stop.
 */
export class StopCount {
  #count = 0;
  readonly #atArrival = new WeakMap<object, number>();

  arrived(request: object): void {
    this.#atArrival.set(request, this.#count);
  }

  stopped(): void {
    this.#count++;
  }

  overtook(request: object): boolean {
    return (this.#atArrival.get(request) ?? this.#count) < this.#count;
  }

  refuseOvertaken(request: object): void {
    if (!this.overtook(request)) return;
    throw new AppError(
      'plotter-stopped',
      'The plotter was stopped while this request arrived. Nothing was sent; send it again if it should be.',
    );
  }

  /** Why a job that this request brought waits until somebody resumes it. */
  whyHeld(request: object): JobReason | undefined {
    return this.overtook(request) ? { code: 'stopped-on-arrival' } : undefined;
  }
}
