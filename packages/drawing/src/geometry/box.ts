/** A box in millimetres or in drawing units. */
export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

type GrowingBox = { -readonly [K in keyof Box]: Box[K] };

/** A box around nothing, to which `include` adds points. */
export const emptyBox = (): GrowingBox => ({
  minX: Infinity,
  minY: Infinity,
  maxX: -Infinity,
  maxY: -Infinity,
});

export function include(box: GrowingBox, x: number, y: number): void {
  if (x < box.minX) box.minX = x;
  if (x > box.maxX) box.maxX = x;
  if (y < box.minY) box.minY = y;
  if (y > box.maxY) box.maxY = y;
}

export function unionBox(one: Box, other: Box): Box {
  return {
    minX: Math.min(one.minX, other.minX),
    minY: Math.min(one.minY, other.minY),
    maxX: Math.max(one.maxX, other.maxX),
    maxY: Math.max(one.maxY, other.maxY),
  };
}

export function commonBox(one: Box, other: Box): Box {
  return {
    minX: Math.max(one.minX, other.minX),
    minY: Math.max(one.minY, other.minY),
    maxX: Math.min(one.maxX, other.maxX),
    maxY: Math.min(one.maxY, other.maxY),
  };
}

/** Lines at most this far outside are drawn along the edge, because rounding often moves frames outside. */
export const edgeSlackMm = 0.1;
