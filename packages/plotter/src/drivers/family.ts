import type { Clock, Logger } from '@stationery/core';
import type { LinkPort } from '../link/link-port.ts';
import type { Driver, DriverName } from './driver.ts';
import type { TurnRaw } from './language/axes.ts';
import type { RawLines } from './language/raw-line.ts';
import type { LinkTimes } from './lines/lines-deps.ts';
import type { AsksVersion } from './lines/opening-question.ts';
import type { Profile } from './profile.ts';
import type { Simulator } from './simulator/simulator.ts';

export interface DriverMemory {
  get(): string | undefined;
  /** Returns the text that would be read after a restart of the service: an older one if the last save failed. */
  stored(): string | undefined;
  set(text: string): void;
}

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
  /** When to ask the machine at the port for its version. */
  asksVersion?: () => AsksVersion;
  /** Returns the next question after a refusal that is typical of a different family. */
  questionAfter?: (refusal: string) => string | undefined;
  memory?: DriverMemory;
  /** Number of the driver's first session, which follows the sessions of earlier drivers at the port. */
  firstSession?: number;
}

/** How to recognise a machine of this family. Patterns see lines from any machine, so keep them bounded. */
interface Recognisable {
  /** USB ids of single-purpose boards. `isDefault` is false if a different family is more likely to have the id. */
  readonly usb?: readonly { readonly id: string; readonly isDefault: boolean }[];
  /** Lines that only this family sends, requested or not. */
  readonly says: readonly RegExp[];
  /** Makes the machine send one of the lines in `says`. Must not move a machine of any family. */
  readonly question?: {
    readonly bytes: string;
    /** Patterns of the refusals with which only this family answers an unknown command. */
    readonly refusals?: readonly RegExp[];
  };
  /**
   * Required before this driver moves a machine. `named`: its name. `answered`: an answer to a question.
   * `by-itself`: the driver queries what it needs.
   */
  readonly proof: 'named' | 'answered' | 'by-itself';
}

export interface Preset {
  readonly id: string;
  readonly title: string;
  /** Omitted if the name is the same in German. */
  readonly titleDe?: string;
  readonly differs: Partial<Profile>;
}

export interface Family<Name extends DriverName = DriverName> {
  readonly name: Name;
  readonly title: string;
  readonly titleDe?: string;
  readonly presets: readonly Preset[];
  /** Used until the machine reports other values or the user sets them. */
  readonly defaultProfile: Profile;
  readonly recognise: Recognisable;
  /** Baud rates to try in turn if the machine does not respond properly at the configured rate. */
  readonly baudRates?: readonly number[];
  readonly can: NonNullable<Profile['can']>;
  /** Omitted if lines other than commands cannot be interpreted. */
  readonly rawLines?: RawLines;
  /** Converts raw lines that move the machine, if the axes of the profile differ from those of a drawing. */
  readonly turnRawLine?: TurnRaw;
  create(deps: DriverDeps): Driver;
  simulator(options: SimulatorOptions): Simulator;
  /** Boards that run the firmware of this project, in an emulator. */
  readonly firmware?: {
    readonly boards: readonly string[];
    /** Fails with `ENOENT` if the firmware was not built. */
    emulate(board: string, options: SimulatorOptions): Promise<Simulator>;
  };
}
export interface SimulatorOptions {
  clock?: Clock;
  /** Speed relative to real time; 0 for immediate moves. */
  speedFactor: number;
  random?: () => number;
}
