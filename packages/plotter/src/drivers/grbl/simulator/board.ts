import type { Point } from '../../language/geometry.ts';
import type { Axes } from '../../simulator/motion/axes.ts';
import type { Carriage } from '../../simulator/motion/carriage.ts';
import type { Stepper } from '../../simulator/motion/stepper.ts';
import type { BoardSettings } from './board-settings.ts';
import type { Overrides } from './overrides.ts';
import type { ParserState, StoredCoordinates } from './parser-state.ts';
import type { StatusReports } from './reports.ts';

export type BoardState = 'idle' | 'run' | 'hold' | 'jog' | 'home' | 'alarm' | 'door' | 'check' | 'sleep';

/** `limit`: a line beyond the travel, for which the machine brakes before it locks. */
export type Hold = 'hold' | 'door' | 'limit';

/** What lines and holds see of the board, and may change. */
export interface Board {
  state: BoardState;
  parser: ParserState;
  stored: StoredCoordinates;
  startupLines: [string, string];
  readonly settings: BoardSettings;
  readonly stepper: Stepper;
  readonly carriage: Carriage;
  readonly overrides: Overrides;
  readonly reports: StatusReports;
  readonly buildInfo: readonly string[];
  readonly place: Point;
  readonly machinePosition: Axes;
  readonly doorIsOpen: boolean;
  say(text: string): void;
  setSpindle(speed: number): void;
  /** From now on the carriage is here, and these are its steps. */
  setPlace(place: Point, steps: Axes): void;
  /** Takes over what was changed in the settings. */
  applySettings(): void;
  /** Carries out the startup lines. */
  startUp(): void;
  hold(as: Hold): void;
  /** A limit was struck: everything stands, and waits for a reset. */
  raiseLimit(alarm: 1 | 2): void;
  /** The board restarts when it has answered the line. */
  resetAfterLine(): void;
  /** Carries out what has arrived, and moves. */
  work(): void;
  after(ms: number, then: () => void): void;
  /** While it writes to its EEPROM the board loses the bytes that arrive. */
  isWriting: boolean;
}
