import type { StoredSettings } from '@stationery/core';

/** What the owner says about the plotter's part in the fleet. Kept over restarts. */
export interface Seat {
  inQueue: boolean;
  /** Why it is out, for a person; empty where the owner said nothing. */
  why: string;
  paper: string | null;
  pens: string[];
  /** The sheet in the plotter is drawn on: nothing is offered to it until a person has put in another one. */
  needsPaper: boolean;
}

const fresh: Seat = { inQueue: true, why: '', paper: null, pens: [], needsPaper: false };

export class PlotterSeat {
  readonly #stored: StoredSettings;
  #seat: Seat;

  constructor(stored: StoredSettings) {
    this.#stored = stored;
    const text = stored.get('seat');
    this.#seat = text === undefined ? fresh : { ...fresh, ...(JSON.parse(text) as Partial<Seat>) };
  }

  get current(): Readonly<Seat> {
    return this.#seat;
  }

  change(change: Partial<Seat>): void {
    const seat = { ...this.#seat, ...change };
    this.#stored.set('seat', JSON.stringify(seat));
    this.#seat = seat;
  }
}
