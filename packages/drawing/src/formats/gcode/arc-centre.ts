interface Point {
  readonly x: number;
  readonly y: number;
}

/** An arc around a centre, with its angle in radians, positive counterclockwise. */
export interface ArcCentre {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly from: number;
  readonly sweep: number;
}

/** Tolerance of the end point as a share of the radius and in millimetres; Grbl allows less. */
const widestPart = 0.05;
const widestMm = 0.5;

/** Returns undefined if no such arc exists. */
export function centreOf(
  from: Point,
  to: Point,
  isClockwise: boolean,
  words: { readonly i: number; readonly j: number } | { readonly radius: number },
): ArcCentre | undefined {
  const centre =
    'radius' in words
      ? byRadius(from, to, isClockwise, words.radius)
      : { x: from.x + words.i, y: from.y + words.j };
  const radius = Math.hypot(from.x - centre.x, from.y - centre.y);
  const endRadius = Math.hypot(to.x - centre.x, to.y - centre.y);
  const off = Math.abs(radius - endRadius);
  if (!(radius > 0 && Number.isFinite(radius) && (off <= widestMm || off <= widestPart * radius)))
    return undefined;
  const start = Math.atan2(from.y - centre.y, from.x - centre.x);
  const end = Math.atan2(to.y - centre.y, to.x - centre.x);
  const full = 2 * Math.PI;
  // An arc from a position to itself is a full circle.
  const turn = (((end - start) % full) + full) % full;
  const counter = turn < 1e-9 ? full : turn;
  const sweep = isClockwise ? (turn < 1e-9 ? -full : turn - full) : counter;
  return { ...centre, radius, from: start, sweep };
}

/** On the side given by the direction; a negative radius takes the longer way. */
function byRadius(from: Point, to: Point, isClockwise: boolean, radius: number): Point {
  const x = to.x - from.x;
  const y = to.y - from.y;
  const chord = Math.hypot(x, y);
  const high = Math.sqrt(Math.max(0, radius * radius - (chord * chord) / 4)) / chord;
  const side = (isClockwise ? -1 : 1) * (radius < 0 ? -1 : 1);
  return { x: from.x + x / 2 - side * high * y, y: from.y + y / 2 + side * high * x };
}
