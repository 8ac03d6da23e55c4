/** A box in millimetres or in drawing units. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Lines at most this far outside are drawn along the edge, because rounding often moves frames out. */
export const edgeSlackMm = 0.1;
