/** In millimetres, or in drawing units. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/**
 * Frames are often slightly outside the page or paper because of rounding. Lines at most this far outside are drawn
 * along the edge.
 */
export const edgeSlackMm = 0.1;
