import type { Profile } from '../profile.ts';
import type { Point } from './geometry.ts';

/** The effects of a raw line that determine its duration. */
export interface RawLine {
  /** In steps. */
  to?: Point;
  /** In steps per second; absent if the last SPEED applies. */
  speed?: number;
  /** Time at rest, or in addition to that of a straight line. */
  extraMs?: number;
}

/**
 * Interprets the lines of a job in order, because some depend on earlier ones. Returns undefined for lines
 * that it does not know.
 */
export type RawLineReader = (line: string, from: Point) => RawLine | undefined;

export type RawLines = (profile: Profile) => RawLineReader;
