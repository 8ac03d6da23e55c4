import type { Points } from '../../drawing.ts';
import type { Tone } from '../tone.ts';

interface StyleOptions {
  readonly points: number;
  readonly penMm: number;
  /** Side of the square that each point would have if points were spread evenly. */
  readonly grainMm: number;
  /**
   * Index of the ink, which sets the angle or offset of lines, so that lines of different inks cross instead of
   * covering each other.
   */
  readonly ink: number;
}

/** Draws the darkness of one ink, with points in millimetres from the top left of the picture. */
export type Style = (tone: Tone, options: StyleOptions) => Points[];
