import type { BodyOf, plotterRoutes } from '@stationery/contract';
import type { StoredValue } from '@stationery/core';
import type { BrokerState } from '../broker/connect-broker.ts';

/** What the owner says about the plotter's part in the fleet. Kept over restarts. */
export type Seat =
  BodyOf<typeof plotterRoutes.changeFleetSeat> extends infer Change
    ? { [K in keyof Change]-?: Exclude<Change[K], undefined> } & { why: string; inFleet: true }
    : never;

/** With the connection, which is not kept. */
export type ShownSeat = Seat & { connection: BrokerState };

const fresh: Seat = { inFleet: true, inQueue: true, why: '', paper: null, pens: [], needsPaper: false };

export class PlotterSeat {
  readonly #stored: StoredValue<Partial<Seat>>;
  #seat: Seat;

  /** `first` is what the settings say; it counts until the owner changes it. */
  constructor(stored: StoredValue<Partial<Seat>>, first: Partial<Seat> = {}) {
    this.#stored = stored;
    this.#seat = { ...fresh, ...first, ...stored.get() };
  }

  get current(): Seat {
    return this.#seat;
  }

  /** Takes effect even if it cannot be stored: a plotter that was stopped must not get a job because its disk is full. */
  change(change: Partial<Seat>): void {
    this.#seat = { ...this.#seat, ...change };
    this.#stored.set(this.#seat);
  }
}
