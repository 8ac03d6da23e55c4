import type { Points } from '../../drawing.ts';
import type { Tone } from '../tone.ts';

interface StyleOptions {
  readonly points: number;
  readonly penMm: number;
  /** Side of a point's square if points were spread evenly. */
  readonly grainMm: number;
  /** Lets lines of different inks cross instead of covering each other. */
  readonly ink: number;
}

/** Draws the darkness of one ink, with points in millimetres from the top left of the picture. */
export type Style = (tone: Tone, options: StyleOptions) => Points[];
