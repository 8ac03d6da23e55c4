/** In millimetres, or in the units of a drawing. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * A frame is often drawn a little outside of the page or the paper, by rounding. What lies at most this far outside, and
 * does not go further, is drawn along the edge.
 */
export const edgeSlackMm = 0.1;
