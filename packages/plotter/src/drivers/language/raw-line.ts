import type { Profile } from '../profile.ts';
import type { Point } from './geometry.ts';

/** The effects of a line in the machine's own language that determine its time. */
export interface RawLine {
  /** In steps. */
  to?: Point;
  /** In steps per second; absent if the last SPEED applies. */
  speed?: number;
  /** Time at rest, or in addition to the straight line. */
  extraMs?: number;
}

/** Reads the lines of a job in order: some depend on earlier ones. Returns undefined for lines it cannot interpret. */
export type RawLineReader = (line: string, from: Point) => RawLine | undefined;

export type RawLines = (profile: Profile) => RawLineReader;
