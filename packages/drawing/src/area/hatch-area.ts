import type { Box } from '../geometry/box.ts';
import type { Polylines } from '../geometry/polylines.ts';
import type { Area, Work } from './area.ts';
import { densityOf, type Shade } from './shade.ts';

interface HatchOptions {
  readonly spacing: number;
  /** In degrees, clockwise from horizontal with y down. */
  readonly angle: number;
  /** Lines entirely outside this box are omitted. */
  readonly within: Box;
  readonly shade?: Shade | undefined;
}

const workOfEdge = 4;
/** High, because a crossing is stored until its area is done, so that the work limit also limits memory. */
const workOfCrossing = 100;
/**
 * Maximum length of the outline between two joined lines, in multiples of the spacing. Beyond it, the pen is
 * lifted.
 */
const maxTurn = 3;

/**
 * Fills an area with parallel lines, joined at their ends along the outline, and appends them to `out`. Lines
 * of equal spacing and angle lie on the same grid in all areas. Rings may cross: each line is filled by the
 * winding numbers along it, so both fill rules work without computing the outline.
 */
export function hatchArea(area: Area, options: HatchOptions, out: Polylines, work: Work): void {
  const crossings = new Crossings(area, options, work);
  const spans = crossings.spans(area.rule === 'evenodd');
  if (options.shade === undefined) joinSpans(crossings, spans, options.spacing, out);
  else shadeSpans(crossings, spans, options.shade, out, work);
}

/** Minimum darkness at which each of eight adjacent lines is drawn. */
const densityOfLine = [1, 9, 5, 13, 3, 11, 7, 15].map((part) => part / 16);
const shadeStepMm = 0.25;
const workOfSample = 5;
const workOfStop = 0.5;

function shadeSpans(
  crossings: Crossings,
  spans: Uint32Array,
  shade: Shade,
  out: Polylines,
  work: Work,
): void {
  const densityAt = densityOf(shade);
  const workOfStep = workOfSample + workOfStop * shade.stops.length;
  for (let at = 0; at < spans.length; at += 2) {
    const [from, to] = [crossings.along[spans[at]!]!, crossings.along[spans[at + 1]!]!];
    const line = crossings.line[spans[at]!]!;
    const minDensity = densityOfLine[((line % 8) + 8) % 8]!;
    const steps = Math.max(1, Math.ceil((to - from) / shadeStepMm));
    work(workOfStep * steps);
    let isDown = false;
    for (let step = 0; step <= steps; step++) {
      const u = from + ((to - from) * step) / steps;
      const isDark = step < steps && densityAt(...crossings.pointAt(u, line + 0.5)) >= minDensity;
      if (isDark === isDown) continue;
      crossings.add(u, line + 0.5, out);
      if (isDown) out.end(false);
      isDown = isDark;
    }
  }
}

/** Crossings of the outline with the hatch lines, in the order of the rings' points. */
class Crossings {
  readonly line: number[] = [];
  readonly along: number[] = [];
  /** Change of the winding number from left to right, 1 or -1. */
  readonly wind: number[] = [];
  /** The ring point before the crossing, as an index into `u` and `v`. */
  readonly edge: number[] = [];
  /** Range of the crossings of the same ring, for each crossing. */
  readonly ringFirst: number[] = [];
  readonly ringEnd: number[] = [];
  /** The points of all rings, rotated so that hatch lines run along u. */
  readonly u: Float64Array;
  readonly v: Float64Array;
  readonly pointFirst: number[] = [];
  readonly pointEnd: number[] = [];
  private readonly cosine: number;
  private readonly sine: number;
  private readonly spacing: number;

  constructor(
    { rings: { points, length, ends } }: Area,
    { spacing, angle, within }: HatchOptions,
    work: Work,
  ) {
    const radians = (angle * Math.PI) / 180;
    this.cosine = Math.cos(radians);
    this.sine = Math.sin(radians);
    this.spacing = spacing;
    const count = length / 2;
    this.u = new Float64Array(count);
    this.v = new Float64Array(count);
    work(workOfEdge * count);
    for (let at = 0; at < count; at++) {
      const [x, y] = [points[2 * at]!, points[2 * at + 1]!];
      this.u[at] = this.cosine * x + this.sine * y;
      // The unit is the spacing; hatch lines lie at half-integers.
      this.v[at] = (this.cosine * y - this.sine * x) / spacing;
    }
    const [firstLine, lastLine] = this.linesOf(within);
    let from = 0;
    for (const end of ends) {
      this.addRing(from / 2, end / 2, firstLine, lastLine, work);
      from = end;
    }
  }

  private linesOf({ minX, minY, maxX, maxY }: Box): readonly [number, number] {
    const rows = [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
    ].map(([x, y]) => (this.cosine * y! - this.sine * x!) / this.spacing);
    return [Math.floor(Math.min(...rows)) - 1, Math.ceil(Math.max(...rows)) + 1];
  }

  private addRing(from: number, end: number, firstLine: number, lastLine: number, work: Work): void {
    const { u, v } = this;
    const first = this.line.length;
    for (let at = from; at < end; at++) {
      const next = at + 1 < end ? at + 1 : from;
      const [v0, v1] = [v[at]!, v[next]!];
      // Hatch lines lie at half-integers. A line through a point counts as passing above it.
      const low = Math.max(firstLine, Math.ceil(Math.min(v0, v1) - 0.5));
      const high = Math.min(lastLine, Math.ceil(Math.max(v0, v1) - 0.5) - 1);
      if (!(high >= low)) continue;
      work(workOfCrossing * (high - low + 1));
      const slope = (u[next]! - u[at]!) / (v1 - v0);
      const isDown = v1 > v0;
      for (let step = 0; step <= high - low; step++) {
        const line = isDown ? low + step : high - step;
        const along = u[at]! + slope * (line + 0.5 - v0);
        this.line.push(line);
        // Keeps the crossing within the edge despite rounding.
        this.along.push(Math.min(Math.max(along, Math.min(u[at]!, u[next]!)), Math.max(u[at]!, u[next]!)));
        this.wind.push(isDown ? 1 : -1);
        this.edge.push(at);
      }
    }
    for (let at = first; at < this.line.length; at++) {
      this.ringFirst.push(first);
      this.ringEnd.push(this.line.length);
      this.pointFirst.push(from);
      this.pointEnd.push(end);
    }
  }

  /** Returns pairs of crossings with a filled part between them, sorted by line and from left to right. */
  spans(evenOdd: boolean): Uint32Array {
    const { line, along, wind } = this;
    const order = Uint32Array.from({ length: line.length }, (_, at) => at);
    order.sort((one, other) => line[one]! - line[other]! || along[one]! - along[other]! || one - other);
    const spans = new Uint32Array(order.length);
    let used = 0;
    let winding = 0;
    let start = 0;
    for (let at = 0; at < order.length; at++) {
      const crossing = order[at]!;
      if (at > 0 && line[crossing] !== line[order[at - 1]!]) winding = 0;
      const wasInside = evenOdd ? winding % 2 !== 0 : winding !== 0;
      winding += wind[crossing]!;
      const isInside = evenOdd ? winding % 2 !== 0 : winding !== 0;
      if (isInside === wasInside) continue;
      if (isInside) start = crossing;
      else if (along[crossing]! > along[start]!) {
        spans[used++] = start;
        spans[used++] = crossing;
      }
    }
    return spans.subarray(0, used);
  }

  neighbour(crossing: number, step: 1 | -1): number {
    const [first, end] = [this.ringFirst[crossing]!, this.ringEnd[crossing]!];
    const next = crossing + step;
    return next >= end ? first : next < first ? end - 1 : next;
  }

  /** Returns the outline's points between a crossing and its neighbour; undefined if they are too far apart. */
  pointsBetween(crossing: number, neighbour: number, step: 1 | -1, maxLength: number): number[] | undefined {
    const [from, end] = [this.pointFirst[crossing]!, this.pointEnd[crossing]!];
    const last = step === 1 ? this.edge[neighbour]! : this.edge[crossing]!;
    const start = step === 1 ? this.edge[crossing]! : this.edge[neighbour]!;
    const between: number[] = [];
    for (let at = start; at !== last; ) {
      at = at + 1 < end ? at + 1 : from;
      between.push(at);
      if (between.length > 1000) return undefined;
    }
    if (step === -1) between.reverse();
    let length = 0;
    let [u, v] = [this.along[crossing]!, this.line[crossing]! + 0.5];
    const go = (toU: number, toV: number) => {
      length += Math.hypot(toU - u, (toV - v) * this.spacing);
      [u, v] = [toU, toV];
    };
    for (const at of between) go(this.u[at]!, this.v[at]!);
    go(this.along[neighbour]!, this.line[neighbour]! + 0.5);
    return length <= maxLength ? between : undefined;
  }

  addCrossing(crossing: number, out: Polylines): void {
    this.add(this.along[crossing]!, this.line[crossing]! + 0.5, out);
  }

  addPoint(at: number, out: Polylines): void {
    this.add(this.u[at]!, this.v[at]!, out);
  }

  add(u: number, row: number, out: Polylines): void {
    out.add(...this.pointAt(u, row));
  }

  pointAt(u: number, row: number): [x: number, y: number] {
    const v = row * this.spacing;
    return [this.cosine * u - this.sine * v, this.sine * u + this.cosine * v];
  }
}

/**
 * Joins spans, drawing them in alternating directions, as long as the outline leads from the end of one span to
 * the next.
 */
function joinSpans(crossings: Crossings, spans: Uint32Array, spacing: number, out: Polylines): void {
  const spanOf = new Int32Array(crossings.line.length).fill(-1);
  for (let at = 0; at < spans.length; at++) spanOf[spans[at]!] = at;
  const isDrawn = new Uint8Array(spans.length / 2);
  /**
   * Returns the end of a span on the next line to which the outline leads on the same side, and the points in
   * between.
   */
  const nextFrom = (end: number) => {
    for (const step of [1, -1] as const) {
      const crossing = spans[end]!;
      const neighbour = crossings.neighbour(crossing, step);
      if (crossings.line[neighbour] !== crossings.line[crossing]! + 1) continue;
      const to = spanOf[neighbour]!;
      if (to < 0 || to % 2 !== end % 2 || isDrawn[to >> 1] === 1) continue;
      const between = crossings.pointsBetween(crossing, neighbour, step, maxTurn * spacing);
      if (between !== undefined) return { to, between };
    }
    return undefined;
  };
  for (let first = 0; first < isDrawn.length; first++) {
    if (isDrawn[first] === 1) continue;
    // Start in the direction in which another span can follow.
    let leaves = nextFrom(2 * first + 1) === undefined && nextFrom(2 * first) !== undefined ? 0 : 1;
    for (let span = first; ; ) {
      isDrawn[span] = 1;
      crossings.addCrossing(spans[2 * span + 1 - leaves]!, out);
      crossings.addCrossing(spans[2 * span + leaves]!, out);
      const next = nextFrom(2 * span + leaves);
      if (next === undefined) break;
      for (const at of next.between) crossings.addPoint(at, out);
      span = next.to >> 1;
      leaves = 1 - (next.to % 2);
    }
    out.end(false);
  }
}
