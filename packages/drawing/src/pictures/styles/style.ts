import type { Points } from '../../drawing.ts';
import type { Tone } from '../tone.ts';

export interface StyleOptions {
  readonly points: number;
  readonly penMm: number;
  /** Side of a square with one point, if all were spread evenly. */
  readonly grainMm: number;
  /** Index of the ink, so that lines of different inks cross instead of covering each other. */
  readonly ink: number;
}

/** Draws the darkness of one ink, in millimetres from the top left of the picture. */
export type Style = (tone: Tone, options: StyleOptions) => Points[];
