import type { JobReason } from '@stationery/contract';
import { AppError } from '@stationery/core';

/** A request sent before a stop but read after it must not move the machine. */
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
      'The plotter was stopped while this request arrived. Nothing was sent. Send it again if it is still wanted.',
    );
  }

  whyHeld(request: object): JobReason | undefined {
    return this.overtook(request) ? { code: 'stopped-on-arrival' } : undefined;
  }
}
