import type { Profile } from '../profile.ts';
import type { Point } from './geometry.ts';

export interface RawLine {
  /** In steps. */
  to?: Point;
  /** In steps per second; absent if the last SPEED applies. */
  speed?: number;
  /** Time at rest, or in addition to that of a straight line. */
  extraMs?: number;
}

/** Reads the lines of a job in order, because some depend on earlier ones. Returns undefined for an unknown line. */
export type RawLineReader = (line: string, from: Point) => RawLine | undefined;

export type RawLines = (profile: Profile) => RawLineReader;
