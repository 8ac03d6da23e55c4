import type { Polylines } from '../geometry/polylines.ts';
import type { Work } from './area.ts';

export interface StrokeStyle {
  readonly widthMm: number;
  readonly cap: 'butt' | 'round' | 'square';
  readonly join: 'miter' | 'round' | 'bevel';
  readonly miterLimit: number;
}

const workOfPoint = 30;
/** Step of a round join. Finer steps would be invisible. */
const minStep = Math.PI / 32;

/**
 * Appends the outline of a stroke as rings for the fill rule `nonzero`, all of which wind in the same
 * direction. A line whose ends meet is closed; a line without length is a dot.
 */
export function addStrokeRings(
  line: Float64Array,
  style: StrokeStyle,
  toleranceMm: number,
  out: Polylines,
  work: Work,
): void {
  const points = withoutRepeats(line);
  work(workOfPoint * (points.length / 2 + 4));
  const side = new Side(style, toleranceMm, out);
  const count = points.length / 2;
  if (count < 2) {
    if (count === 1) side.dot(points[0]!, points[1]!);
    return;
  }
  const isClosed = count > 3 && points[0] === points.at(-2) && points[1] === points.at(-1);
  const forth = isClosed ? points.slice(0, -2) : points;
  const back = reversed(forth);
  if (isClosed) {
    side.closed(forth);
    side.closed(back);
  } else {
    side.open(forth);
    side.open(back);
    out.end(true);
  }
}

/** Appends the inner side of the stroke along a ring of a combined area, in the opposite direction. */
export function addSideRing(
  ring: Float64Array,
  style: StrokeStyle,
  toleranceMm: number,
  out: Polylines,
  work: Work,
): void {
  const points = withoutRepeats(ring);
  work(workOfPoint * (points.length / 2));
  const isClosed = points[0] === points.at(-2) && points[1] === points.at(-1);
  const corners = isClosed ? points.slice(0, -2) : points;
  if (corners.length >= 6) new Side(style, toleranceMm, out).alone(reversed(corners));
}

/** Collects the points of one side of a stroke, to the left of its direction. */
class Side {
  private readonly half: number;
  private readonly style: StrokeStyle;
  private readonly step: number;
  private readonly out: Polylines;

  constructor(style: StrokeStyle, toleranceMm: number, out: Polylines) {
    this.half = style.widthMm / 2;
    this.style = style;
    this.step = Math.max(minStep, 2 * Math.acos(Math.max(0, 1 - toleranceMm / this.half)));
    this.out = out;
  }

  closed(points: readonly number[]): void {
    const count = points.length / 2;
    for (let at = 0; at < count; at++) this.corner(points, (at + count - 1) % count, at, (at + 1) % count);
    const [x0, y0, x1, y1] = [points.at(-2)!, points.at(-1)!, points[0]!, points[1]!];
    const [nx, ny] = this.normal(x0, y0, x1, y1);
    this.out.add(x1 + nx, y1 + ny);
    this.out.end(true);
  }

  /**
   * Adds one side of a closed line. An inner corner becomes the crossing of the two offset edges, which avoids
   * many crossings, unless one of the edges would become so short that it reverses.
   */
  alone(points: readonly number[]): void {
    const count = points.length / 2;
    const cuts = Float64Array.from({ length: count }, (_, at) => this.cutAt(points, at));
    const isKept = (at: number) => {
      const next = (at + 1) % count;
      const length = Math.hypot(
        points[2 * next]! - points[2 * at]!,
        points[2 * next + 1]! - points[2 * at + 1]!,
      );
      return cuts[at]! + cuts[next]! <= length;
    };
    const first = this.out.length;
    for (let at = 0; at < count; at++) {
      const [before, after] = [(at + count - 1) % count, (at + 1) % count];
      if (cuts[at]! > 0 && isKept(before) && isKept(at)) this.innerCorner(points, before, at, after);
      else this.corner(points, before, at, after);
    }
    this.out.add(this.out.points[first]!, this.out.points[first + 1]!);
    this.out.end(true);
  }

  /** Returns the length that an inner corner removes from each of its edges; 0 for outer corners. */
  private cutAt(points: readonly number[], at: number): number {
    const count = points.length / 2;
    const [before, after] = [(at + count - 1) % count, (at + 1) % count];
    const [x, y] = [points[2 * at]!, points[2 * at + 1]!];
    const [ax, ay] = this.normal(points[2 * before]!, points[2 * before + 1]!, x, y);
    const [bx, by] = this.normal(x, y, points[2 * after]!, points[2 * after + 1]!);
    const turn = turnBetween(ax, ay, bx, by);
    return turn < 0 ? this.half * Math.tan(-turn / 2) : 0;
  }

  private innerCorner(points: readonly number[], before: number, at: number, after: number): void {
    const [x, y] = [points[2 * at]!, points[2 * at + 1]!];
    const [ax, ay] = this.normal(points[2 * before]!, points[2 * before + 1]!, x, y);
    const [bx, by] = this.normal(x, y, points[2 * after]!, points[2 * after + 1]!);
    const scale = 1 / (1 + (ax * bx + ay * by) / (this.half * this.half));
    this.out.add(x + (ax + bx) * scale, y + (ay + by) * scale);
  }

  /** Adds one side of an open line, and the cap at its last point. */
  open(points: readonly number[]): void {
    const count = points.length / 2;
    const [firstX, firstY] = this.normal(points[0]!, points[1]!, points[2]!, points[3]!);
    this.out.add(points[0]! + firstX, points[1]! + firstY);
    for (let at = 1; at + 1 < count; at++) this.corner(points, at - 1, at, at + 1);
    const [x, y] = [points.at(-2)!, points.at(-1)!];
    const [nx, ny] = this.normal(points.at(-4)!, points.at(-3)!, x, y);
    this.out.add(x + nx, y + ny);
    if (this.style.cap === 'square') {
      this.out.add(x + nx - ny, y + ny + nx);
      this.out.add(x - nx - ny, y - ny + nx);
    } else if (this.style.cap === 'round') this.arc(x, y, nx, ny, Math.PI);
  }

  dot(x: number, y: number): void {
    const { half } = this;
    if (this.style.cap === 'butt') return;
    if (this.style.cap === 'round') {
      this.out.add(x, y - half);
      this.arc(x, y, 0, -half, Math.PI);
      this.out.add(x, y + half);
      this.arc(x, y, 0, half, Math.PI);
      this.out.add(x, y - half);
    } else {
      for (const [dx, dy] of squareCorners) this.out.add(x + dx * half, y + dy * half);
    }
    this.out.end(true);
  }

  private corner(points: readonly number[], before: number, at: number, after: number): void {
    const [x, y] = [points[2 * at]!, points[2 * at + 1]!];
    const [ax, ay] = this.normal(points[2 * before]!, points[2 * before + 1]!, x, y);
    const [bx, by] = this.normal(x, y, points[2 * after]!, points[2 * after + 1]!);
    const turn = turnBetween(ax, ay, bx, by);
    this.out.add(x + ax, y + ay);
    if (turn < 0) {
      // Passes through the point itself, so that the outline winds around the whole stroke.
      this.out.add(x, y);
    } else if (this.style.join === 'round') this.arc(x, y, ax, ay, turn);
    else if (this.style.join === 'miter') {
      const share = 1 / Math.cos(turn / 2);
      if (share <= this.style.miterLimit && turn < Math.PI - 1e-6) {
        const [mx, my] = [ax + bx, ay + by];
        const scale = (share * this.half) / Math.hypot(mx, my);
        this.out.add(x + mx * scale, y + my * scale);
      }
    }
    this.out.add(x + bx, y + by);
  }

  /** Adds the points between the ends of an arc that starts at (nx, ny) and turns by a non-negative angle. */
  private arc(x: number, y: number, nx: number, ny: number, angle: number): void {
    const steps = Math.ceil(angle / this.step);
    for (let at = 1; at < steps; at++) {
      const [cosine, sine] = [Math.cos((angle * at) / steps), Math.sin((angle * at) / steps)];
      this.out.add(x + cosine * nx - sine * ny, y + sine * nx + cosine * ny);
    }
  }

  /** Returns the offset to the left of the direction, with y down: a quarter turn opposite to that of arcs. */
  private normal(x0: number, y0: number, x1: number, y1: number): readonly [number, number] {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const scale = this.half / Math.hypot(dx, dy);
    return [dy * scale, -dx * scale];
  }
}

/**
 * Returns the turn between two directions. A reversal counts as an outer corner of both sides, so -π becomes π.
 */
function turnBetween(ax: number, ay: number, bx: number, by: number): number {
  const turn = Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  return turn < 1e-9 - Math.PI ? Math.PI : turn;
}

const squareCorners = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
  [-1, -1],
] as const;

function withoutRepeats(line: Float64Array): number[] {
  const points: number[] = [];
  for (let at = 0; at + 1 < line.length; at += 2) {
    const [x, y] = [line[at]!, line[at + 1]!];
    if (points.length > 0 && points.at(-2) === x && points.at(-1) === y) continue;
    points.push(x, y);
  }
  return points;
}

function reversed(points: readonly number[]): number[] {
  const back: number[] = [];
  for (let at = points.length - 2; at >= 0; at -= 2) back.push(points[at]!, points[at + 1]!);
  return back;
}
