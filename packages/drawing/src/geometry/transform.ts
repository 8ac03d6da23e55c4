/** x′ = a·x + c·y + e, y′ = b·x + d·y + f */
export interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Returns a transform that applies `inner` first, then `outer`. */
export function composed(outer: Transform, inner: Transform): Transform {
  const { a, b, c, d } = outer;
  return {
    a: a * inner.a + c * inner.b,
    b: b * inner.a + d * inner.b,
    c: a * inner.c + c * inner.d,
    d: b * inner.c + d * inner.d,
    e: a * inner.e + c * inner.f + outer.e,
    f: b * inner.e + d * inner.f + outer.f,
  };
}

/** Returns the first `length` coordinates, transformed. */
export function movedPoints(
  points: Float64Array,
  { a, b, c, d, e, f }: Transform,
  length = points.length,
): Float64Array {
  const moved = new Float64Array(length);
  for (let at = 0; at + 1 < length; at += 2) {
    moved[at] = a * points[at]! + c * points[at + 1]! + e;
    moved[at + 1] = b * points[at]! + d * points[at + 1]! + f;
  }
  return moved;
}

/** Returns cosine and sine, exact for quarter turns, so that horizontal and vertical lines stay so. */
export function turned(degrees: number): { cosine: number; sine: number } {
  const quarter = (((degrees % 360) + 360) % 360) / 90;
  if (Number.isInteger(quarter)) return { cosine: [1, 0, -1, 0][quarter]!, sine: [0, 1, 0, -1][quarter]! };
  const radians = (degrees * Math.PI) / 180;
  return { cosine: Math.cos(radians), sine: Math.sin(radians) };
}
