import { type Axes, origin } from '../../simulator/motion/axes.ts';

/** Modal state, as the numbers of the G and M words. */
export interface Modes {
  readonly motion: 0 | 1 | 2 | 3 | 80;
  readonly plane: 17 | 18 | 19;
  readonly units: 20 | 21;
  readonly distance: 90 | 91;
  readonly feedMode: 93 | 94;
  /** 0 for G54, 5 for G59. */
  readonly coordinates: number;
  readonly spindle: 3 | 4 | 5;
  readonly coolant: 8 | 9;
}

/** Lengths are in millimetres, the feed in mm/min. */
export interface ParserState {
  readonly modes: Modes;
  readonly feed: number;
  readonly spindleSpeed: number;
  readonly tool: number;
  /** Machine position after all accepted lines, in machine coordinates. */
  readonly position: Axes;
  /** The offset of G92; lost in a reset. */
  readonly shift: Axes;
}

export function startedParser(position: Axes): ParserState {
  return {
    modes: {
      motion: 0,
      plane: 17,
      units: 21,
      distance: 90,
      feedMode: 94,
      coordinates: 0,
      spindle: 5,
      coolant: 9,
    },
    feed: 0,
    spindleSpeed: 0,
    tool: 0,
    position,
    shift: origin,
  };
}

/** Coordinate systems G54 to G59, then the positions of G28 and G30. Survive resets and power cuts. */
export type StoredCoordinates = Axes[];

export const storedHome = { 28: 6, 30: 7 } as const;

export function freshCoordinates(): StoredCoordinates {
  return Array.from({ length: 8 }, () => origin);
}
