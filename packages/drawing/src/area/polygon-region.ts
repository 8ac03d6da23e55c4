import type { Polylines } from '../geometry/polylines.ts';
import type { Area, Work } from './area.ts';
import { edgeToleranceMm, type Region } from './region.ts';

const maxBands = 4096;
/** Work units to flatten and store an edge, and of a query before it checks any edge. */
const workOfEdge = 20;
const workOfQuestion = 5;

/** The inside of closed outlines, whose edges are indexed by horizontal bands. */
export class PolygonRegion implements Region {
  private readonly evenOdd: boolean;
  private readonly work: Work;
  private readonly outlines: Polylines;
  private readonly edges: Float64Array;
  private readonly bands: number[][] = [];
  private readonly bandHeight: number;
  private minX = Number.POSITIVE_INFINITY;
  private minY = Number.POSITIVE_INFINITY;
  private maxX = Number.NEGATIVE_INFINITY;
  private maxY = Number.NEGATIVE_INFINITY;

  /** `work` may throw. The outlines must not change after this call. */
  constructor(outlines: Polylines, evenOdd: boolean, work: Work) {
    this.outlines = outlines;
    this.evenOdd = evenOdd;
    this.work = work;
    this.edges = edgesOf(outlines);
    for (let at = 0; at < this.edges.length; at += 2) {
      this.minX = Math.min(this.minX, this.edges[at]!);
      this.maxX = Math.max(this.maxX, this.edges[at]!);
      this.minY = Math.min(this.minY, this.edges[at + 1]!);
      this.maxY = Math.max(this.maxY, this.edges[at + 1]!);
    }
    const count = this.bandCount();
    this.bandHeight = Math.max((this.maxY - this.minY + 4 * edgeToleranceMm) / count, edgeToleranceMm);
    if (this.edges.length === 0) return;
    for (let band = 0; band < count; band++) this.bands.push([]);
    for (let at = 0; at < this.edges.length; at += 4) {
      const top = Math.min(this.edges[at + 1]!, this.edges[at + 3]!);
      const bottom = Math.max(this.edges[at + 1]!, this.edges[at + 3]!);
      const last = this.band(bottom + edgeToleranceMm);
      this.work(workOfEdge + last - this.band(top - edgeToleranceMm));
      for (let band = this.band(top - edgeToleranceMm); band <= last; band++) this.bands[band]?.push(at);
    }
  }

  /**
   * Returns the number of bands, which increases with the number of edges but is lower if edges are so long
   * that each would be in most bands.
   */
  private bandCount(): number {
    const { edges } = this;
    let heights = 0;
    for (let at = 0; at < edges.length; at += 4) heights += Math.abs(edges[at + 1]! - edges[at + 3]!);
    const edgeCount = edges.length / 4;
    const forLongEdges = (8 * edgeCount * (this.maxY - this.minY)) / heights;
    return Math.floor(Math.max(1, Math.min(maxBands, edgeCount / 4, forLongEdges || 1)));
  }

  private band(y: number): number {
    const band = Math.floor((y - this.minY + 2 * edgeToleranceMm) / this.bandHeight);
    return Math.max(0, Math.min(band, this.bands.length - 1));
  }

  holdsBox(): boolean {
    return false;
  }

  surrounds(minX: number, minY: number, maxX: number, maxY: number): boolean {
    if (!(minX >= this.minX && minY >= this.minY && maxX <= this.maxX && maxY <= this.maxY)) return false;
    const { edges } = this;
    const last = this.band(maxY);
    for (let index = this.band(minY); index <= last; index++) {
      const band = this.bands[index] as number[];
      this.work(workOfQuestion + band.length);
      for (const at of band)
        if (
          Math.max(edges[at]!, edges[at + 2]!) >= minX - edgeToleranceMm &&
          Math.min(edges[at]!, edges[at + 2]!) <= maxX + edgeToleranceMm &&
          Math.max(edges[at + 1]!, edges[at + 3]!) >= minY - edgeToleranceMm &&
          Math.min(edges[at + 1]!, edges[at + 3]!) <= maxY + edgeToleranceMm
        )
          return false;
    }
    return this.contains((minX + maxX) / 2, (minY + maxY) / 2);
  }

  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return !(
      maxX >= this.minX - edgeToleranceMm &&
      maxY >= this.minY - edgeToleranceMm &&
      minX <= this.maxX + edgeToleranceMm &&
      minY <= this.maxY + edgeToleranceMm
    );
  }

  contains(x: number, y: number): boolean {
    if (this.missesBox(x, y, x, y)) return false;
    const band = this.bands[this.band(y)] ?? [];
    this.work(workOfQuestion + 3 * band.length);
    const { edges } = this;
    let winding = 0;
    for (const at of band) {
      const x0 = edges[at]!;
      const y0 = edges[at + 1]!;
      const x1 = edges[at + 2]!;
      const y1 = edges[at + 3]!;
      if (isNear(x, y, x0, y0, x1, y1)) return true;
      if (y0 <= y === y1 <= y) continue;
      if (x0 + ((y - y0) / (y1 - y0)) * (x1 - x0) > x) winding += y1 > y0 ? 1 : -1;
    }
    return this.evenOdd ? winding % 2 !== 0 : winding !== 0;
  }

  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void {
    if (this.missesBox(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1))) return;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const last = this.band(Math.max(y0, y1));
    this.work(workOfQuestion);
    for (let index = this.band(Math.min(y0, y1)); index <= last; index++) {
      const band = this.bands[index] as number[];
      this.work(2 * band.length);
      for (const at of band) this.crossing(at, x0, y0, dx, dy, out);
    }
  }

  area(): Area {
    return { rings: this.outlines, rule: this.evenOdd ? 'evenodd' : 'nonzero' };
  }

  private crossing(at: number, x0: number, y0: number, dx: number, dy: number, out: number[]): void {
    const { edges } = this;
    const ex = edges[at + 2]! - edges[at]!;
    const ey = edges[at + 3]! - edges[at + 1]!;
    const px = edges[at]! - x0;
    const py = edges[at + 1]! - y0;
    const cross = dx * ey - dy * ex;
    if (cross === 0) {
      // A line along the edge meets it at the ends of the edge.
      const length = dx * dx + dy * dy;
      for (const t of [(px * dx + py * dy) / length, ((px + ex) * dx + (py + ey) * dy) / length])
        if (t > 0 && t < 1) out.push(t);
      return;
    }
    const t = (px * ey - py * ex) / cross;
    const s = (px * dy - py * dx) / cross;
    if (t > 0 && t < 1 && s >= -1e-9 && s <= 1 + 1e-9) out.push(t);
  }
}

function isNear(x: number, y: number, x0: number, y0: number, x1: number, y1: number): boolean {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const t = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)));
  const nearX = x0 + t * dx - x;
  const nearY = y0 + t * dy - y;
  return nearX * nearX + nearY * nearY <= edgeToleranceMm * edgeToleranceMm;
}

function edgesOf(outlines: Polylines): Float64Array {
  const edges: number[] = [];
  const { points, ends } = outlines;
  let from = 0;
  for (const end of ends) {
    for (let at = from; at < end; at += 2) {
      const next = at + 2 < end ? at + 2 : from;
      const [x0, y0, x1, y1] = [points[at]!, points[at + 1]!, points[next]!, points[next + 1]!];
      if (x0 !== x1 || y0 !== y1) edges.push(x0, y0, x1, y1);
    }
    from = end;
  }
  return Float64Array.from(edges);
}
