import type { Clock, Logger } from '@stationery/core';
import type { LinkPort } from '../link/link-port.ts';
import type { Driver, DriverName } from './driver.ts';
import type { RawLines } from './language/raw-line.ts';
import type { LinkTimes } from './lines/lines-parts.ts';
import type { AsksVersion } from './lines/opening-question.ts';
import type { Profile } from './profile.ts';
import type { Simulator } from './simulator/simulator.ts';

/** Stores a text for a driver across restarts of the service. */
export interface DriverMemory {
  get(): string | undefined;
  /** Returns the text that a restart would find: an older one if the last could not be stored. */
  stored(): string | undefined;
  set(text: string): void;
}

/** In memory only. */
export class BriefMemory implements DriverMemory {
  #text: string | undefined;

  get(): string | undefined {
    return this.#text;
  }

  stored(): string | undefined {
    return this.#text;
  }

  set(text: string): void {
    this.#text = text;
  }
}

export interface DriverParts extends LinkPort {
  clock: Clock;
  log: Logger;
  /** Where the usual times are too long. */
  times?: Partial<LinkTimes>;
  /** Whether the machine at the port is asked what it is. */
  asksVersion?: () => AsksVersion;
  memory?: DriverMemory;
}

/** One row of the table of drivers. */
export interface DriverKind {
  readonly name: DriverName;
  /** For a person who has to choose. */
  readonly title: string;
  /** What is taken for true until the machine or a person says otherwise. */
  readonly profile: Profile;
  /** Left out if lines that are not commands cannot be interpreted. */
  readonly rawLines?: RawLines;
  create(parts: DriverParts): Driver;
  simulator(options: SimulatorOptions): Simulator;
}

export interface SimulatorOptions {
  clock?: Clock;
  /** How many times faster than in reality the machine moves; 0 for at once. */
  speedFactor: number;
}
