import type { Path } from '../../geometry/path.ts';

/**
 * x, y and bulge of each vertex. The bulge is the tangent of a quarter of the angle of the arc to the next
 * vertex; 0 is a line.
 */
export type Vertices = readonly number[];

const radians = Math.PI / 180;
const full = 2 * Math.PI;

/** Appends a polyline. A single vertex becomes a dot. */
export function addPolyline(vertices: Vertices, isClosed: boolean, path: Path): void {
  const [startX = Number.NaN, startY = Number.NaN] = vertices;
  if (vertices.length === 0) return;
  path.moveTo(startX, startY);
  if (vertices.length === 3) path.lineTo(startX, startY);
  for (let at = 3; at < vertices.length; at += 3)
    addBulge(vertices, at - 3, vertices[at] as number, vertices[at + 1] as number, path);
  if (!isClosed || vertices.length === 3) return;
  if (vertices.at(-1) !== 0) addBulge(vertices, vertices.length - 3, startX, startY, path);
  path.close();
}

function addBulge(vertices: Vertices, from: number, toX: number, toY: number, path: Path): void {
  const x = vertices[from] as number;
  const y = vertices[from + 1] as number;
  const bulge = vertices[from + 2] as number;
  // The radius of a flatter arc would be too large to compute with.
  const isArc = Math.abs(bulge) > 1e-9 && Math.abs(bulge) < 1e9 && (toX !== x || toY !== y);
  if (!isArc) {
    path.lineTo(toX, toY);
    return;
  }
  const [dx, dy] = [toX - x, toY - y];
  const side = (1 - bulge * bulge) / (4 * bulge);
  const [cx, cy] = [(x + toX) / 2 - dy * side, (y + toY) / 2 + dx * side];
  const radius = (Math.hypot(dx, dy) * (1 + bulge * bulge)) / (4 * Math.abs(bulge));
  path.arc(cx, cy, radius, 0, 0, radius, Math.atan2(y - cy, x - cx), 4 * Math.atan(bulge), toX, toY);
}

/** Radii of an ellipse as vectors. A circle has `[radius, 0, 0, radius]`. */
type Radii = readonly [ux: number, uy: number, vx: number, vy: number];

/**
 * Appends an arc, counterclockwise in the coordinate system of its radii. Equal angles are a full turn. If
 * `isContinued`, starts with a line from the current point.
 */
export function addArc(
  [cx, cy]: readonly [number, number],
  radii: Radii,
  [from, to]: readonly [number, number],
  path: Path,
  isContinued = false,
): void {
  const [ux, uy, vx, vy] = radii;
  const turn = (((to - from) % full) + full) % full;
  // Almost zero counts as a full turn.
  const sweep = turn < 1e-9 ? full : turn;
  const at = (angle: number): [number, number] => [
    cx + ux * Math.cos(angle) + vx * Math.sin(angle),
    cy + uy * Math.cos(angle) + vy * Math.sin(angle),
  ];
  if (isContinued) path.lineTo(...at(from));
  else path.moveTo(...at(from));
  path.arc(cx, cy, ux, uy, vx, vy, from, sweep, ...at(from + sweep));
}

export const inRadians = (degrees: number) => degrees * radians;
