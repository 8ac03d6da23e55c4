import type { Point } from '../../language/geometry.ts';
import type { Axes } from '../../simulator/motion/axes.ts';
import type { Carriage } from '../../simulator/motion/carriage.ts';
import type { Stepper } from '../../simulator/motion/stepper.ts';
import type { BoardSettings } from './board-settings.ts';
import type { ParserState, StoredCoordinates } from './parser-state.ts';
import type { StatusReports } from './reports.ts';

export type BoardState = 'idle' | 'run' | 'hold' | 'jog' | 'home' | 'alarm' | 'door' | 'check' | 'sleep';

/** `limit`: the machine brakes, then locks, because a line of G-code leads out of its range. */
export type Hold = 'hold' | 'door' | 'limit';

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
  setPlace(place: Point, steps: Axes): void;
  applySettings(): void;
  startUp(): void;
  hold(as: Hold): void;
  /** Stops everything because a limit was hit, and waits for a reset. */
  raiseLimit(alarm: 1 | 2): void;
  resetAfterLine(): void;
  work(): void;
  after(ms: number, then: () => void): void;
  /** The board loses received bytes while it writes to its EEPROM. */
  isWriting: boolean;
}

/** Percentages set by real-time bytes while the machine moves; they apply to lines planned later. */
export class Overrides {
  feed = 100;
  rapid = 100;
  spindle = 100;

  reset(): void {
    this.feed = 100;
    this.rapid = 100;
    this.spindle = 100;
  }

  /** Returns whether the byte is an override. */
  change(byte: number): boolean {
    const steps = [0, 10, -10, 1, -1];
    if (byte >= 0x90 && byte <= 0x94)
      this.feed = within(byte === 0x90 ? 100 : this.feed + steps[byte - 0x90]!);
    else if (byte >= 0x95 && byte <= 0x97) this.rapid = [100, 50, 25][byte - 0x95]!;
    else if (byte >= 0x99 && byte <= 0x9d)
      this.spindle = within(byte === 0x99 ? 100 : this.spindle + steps[byte - 0x99]!);
    else return false;
    return true;
  }
}

function within(share: number): number {
  return Math.min(200, Math.max(10, share));
}
