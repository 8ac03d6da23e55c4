import type { BodyOf, plotterRoutes } from '@stationery/contract';
import type { StoredValue } from '@stationery/core';
import type { BrokerState } from '../broker/connect-broker.ts';

/** The owner's settings for the plotter's part in the fleet. */
export type FleetMembership =
  BodyOf<typeof plotterRoutes.changeFleetSeat> extends infer Change
    ? { [K in keyof Change]-?: Exclude<Change[K], undefined> } & { wasStopped: boolean; inFleet: true }
    : never;

export type ShownMembership = FleetMembership & { connection: BrokerState };

const fresh: FleetMembership = {
  inFleet: true,
  inQueue: true,
  wasStopped: false,
  paper: null,
  pens: [],
  needsPaper: false,
};

export class PlotterMembership {
  readonly #stored: StoredValue<Partial<FleetMembership>>;
  #membership: FleetMembership;

  /** `first` comes from the settings and applies to each value until the owner changes it. */
  constructor(stored: StoredValue<Partial<FleetMembership>>, first: Partial<FleetMembership> = {}) {
    this.#stored = stored;
    this.#membership = { ...fresh, ...first, ...stored.get() };
  }

  get current(): FleetMembership {
    return this.#membership;
  }

  /** Takes effect even if it cannot be stored: a stopped plotter must not get a job. */
  change(change: Partial<FleetMembership>): void {
    this.#membership = { ...this.#membership, ...change };
    this.#stored.set(this.#membership);
  }
}
