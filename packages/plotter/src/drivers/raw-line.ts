import type { Point } from './geometry.ts';
import type { Profile } from './profile.ts';

/** What a line of the machine's own language does, as far as its time depends on it. */
export interface RawLine {
  /** In steps. */
  to?: Point;
  /** In steps per second; absent where the last SPEED counts. */
  speed?: number;
  /** Time at rest, or beside the straight line. */
  extraMs?: number;
}

/** Reads the lines of a job in their order: what some mean depends on those before. Undefined: nothing is known of it. */
export type RawLineReader = (line: string, from: Point) => RawLine | undefined;

export type RawLines = (profile: Profile) => RawLineReader;
