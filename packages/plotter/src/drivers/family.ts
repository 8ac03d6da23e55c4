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

export interface DriverDeps extends LinkPort {
  clock: Clock;
  log: Logger;
  /** Overrides for tests. */
  times?: Partial<LinkTimes>;
  /** Whether the machine at the port is asked what it is. */
  asksVersion?: () => AsksVersion;
  /** What to ask a machine that refused the first question, if that is how another family refuses. */
  questionAfter?: (refusal: string) => string | undefined;
  memory?: DriverMemory;
}

/** How to find out that a machine is of this family. The patterns see lines from any machine: keep them bounded. */
export interface Recognisable {
  /** Boards with a single purpose. `isDefault` is false where another family is more likely to have this id. */
  readonly usb?: readonly { readonly id: string; readonly isDefault: boolean }[];
  /** Lines that only this family says, asked or not. */
  readonly says: readonly RegExp[];
  /** Makes a machine of this family say one of these lines, and moves no machine of any family. */
  readonly question?: {
    readonly bytes: string;
    /** How the family, and no other, refuses a command that it does not know. */
    readonly refusals?: readonly RegExp[];
  };
  /**
   * What the machine must show before this driver moves it. `named`: its name. `answered`: an answer to a question.
   * `by-itself`: the driver asks for what it needs.
   */
  readonly proof: 'named' | 'answered' | 'by-itself';
}

/** A machine that can be bought or built, with the values known before it is asked. */
export interface Preset {
  readonly id: string;
  /** What people call the machine. */
  readonly title: string;
  /** Where the machine differs from the default profile of its family. */
  readonly differs: Partial<Profile>;
}

/** A family of plotters: one row of the table in `families.ts`. */
export interface Family<Name extends DriverName = DriverName> {
  readonly name: Name;
  /** For a person who has to choose. */
  readonly title: string;
  readonly presets: readonly Preset[];
  /** Used until the machine or a person says otherwise. */
  readonly defaultProfile: Profile;
  readonly recognise: Recognisable;
  /** Tried one after the other on a machine that is not understood at the rate of the settings. */
  readonly baudRates?: readonly number[];
  readonly can: NonNullable<Profile['can']>;
  /** Left out if lines that are not commands cannot be interpreted. */
  readonly rawLines?: RawLines;
  create(parts: DriverDeps): Driver;
  simulator(options: SimulatorOptions): Simulator;
}

export interface SimulatorOptions {
  clock?: Clock;
  /** How many times faster than in reality the machine moves; 0 for at once. */
  speedFactor: number;
}
