import { Path } from '../../geometry/path.ts';
import { addArc, addPolyline, inRadians, type Vertices } from './curves.ts';
import type { Entity } from './group-reader.ts';
import { addSpline } from './spline.ts';

const polylinePath = 2;
const maxNumbers = 1_000_000;

/**
 * Returns the boundary of a hatch; undefined if it contains an error. Groups are read in order, because the
 * same code can have several meanings.
 */
export function hatchPath(
  entity: Entity,
  tolerance: number,
  work: (units: number) => void,
): Path | undefined {
  const groups = new Cursor(entity);
  const path = new Path();
  const count = groups.seek(91);
  for (let boundary = 0; boundary < count; boundary++) {
    const flags = groups.seek(92);
    if (!Number.isFinite(flags)) return undefined;
    if ((flags & polylinePath) !== 0) {
      groups.take(72);
      const isClosed = groups.take(73) !== 0;
      addPolyline(groups.vertices(groups.take(93) ?? 0), isClosed, path);
      continue;
    }
    const edges = groups.take(93) ?? 0;
    if (!(edges <= maxNumbers)) return undefined;
    let isContinued = false;
    for (let edge = 0; edge < edges; edge++) {
      if (!addEdge(groups, path, isContinued, tolerance, work)) return undefined;
      isContinued = true;
    }
    if (isContinued) path.close();
  }
  return path;
}

function addEdge(
  groups: Cursor,
  path: Path,
  isContinued: boolean,
  tolerance: number,
  work: (units: number) => void,
): boolean {
  const kind = groups.take(72);
  if (kind === 4) {
    const degree = groups.take(94) ?? 0;
    groups.take(73);
    groups.take(74);
    const [knotCount, pointCount] = [groups.take(95) ?? 0, groups.take(96) ?? 0];
    const knots = groups.list(40, knotCount);
    const points: number[] = [];
    const weights: number[] = [];
    for (let at = 0; at < pointCount && points.length < maxNumbers; at++) {
      const [x, y, weight] = [groups.take(10), groups.take(20), groups.take(42)];
      if (x === undefined || y === undefined) return false;
      points.push(x, y);
      if (weight !== undefined) weights.push(weight);
    }
    // Skips fit points and tangents, which newer files have.
    for (let left = 2 * (groups.take(97) ?? 0) + 4; left > 0; left--)
      if ([11, 21, 12, 22, 13, 23].every((code) => groups.take(code) === undefined)) break;
    return addSpline({ degree, knots, points, weights, isClosed: false }, path, tolerance, work, isContinued);
  }
  const [x, y] = [groups.take(10), groups.take(20)];
  if (x === undefined || y === undefined) return false;
  if (kind === 1) {
    if (isContinued) path.lineTo(x, y);
    else path.moveTo(x, y);
    path.lineTo(groups.take(11) ?? x, groups.take(21) ?? y);
    return true;
  }
  const [majorX, majorY] = kind === 3 ? [groups.take(11) ?? 0, groups.take(21) ?? 0] : [0, 0];
  const size = groups.take(40) ?? 0;
  const angles = [inRadians(groups.take(50) ?? 0), inRadians(groups.take(51) ?? 360)] as const;
  const isCounterclockwise = (groups.take(73) ?? 1) !== 0;
  if (kind !== 2 && kind !== 3) return false;
  const [ux, uy] = kind === 3 ? [majorX, majorY] : [size, 0];
  const ratio = kind === 3 ? size : 1;
  // Angles of clockwise edges are measured clockwise, so the second radius is reversed.
  const side = isCounterclockwise ? ratio : -ratio;
  addArc([x, y], [ux, uy, -uy * side, ux * side], angles, path, isContinued);
  return true;
}

/** Reads the groups of an entity in order. */
class Cursor {
  private readonly entity: Entity;
  private at = 0;

  constructor(entity: Entity) {
    this.entity = entity;
  }

  /** Skips to the next group with this code and returns its value; NaN if none follows. */
  seek(code: number): number {
    const found = this.entity.find(code, this.at);
    if (found < 0) return Number.NaN;
    this.at = found + 1;
    return this.entity.numberAt(found);
  }

  /** Returns the value of the next group and moves past it, if it has this code. */
  take(code: number): number | undefined {
    if (this.entity.codeAt(this.at) !== code) return undefined;
    return this.entity.numberAt(this.at++);
  }

  list(code: number, count: number): number[] {
    const numbers: number[] = [];
    while (numbers.length < count) {
      const next = this.take(code);
      if (next === undefined) break;
      numbers.push(next);
    }
    return numbers;
  }

  vertices(count: number): Vertices {
    const vertices: number[] = [];
    while (vertices.length < 3 * count) {
      const [x, y, bulge = 0] = [this.take(10), this.take(20), this.take(42)];
      if (x === undefined || y === undefined) break;
      vertices.push(x, y, bulge);
    }
    return vertices;
  }
}
