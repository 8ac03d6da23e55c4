// A grid over squares and directions that holds the first end of each segment. Finds segments that are near a
// line and nearly parallel to it. Which end of a segment is first depends on its direction, not on the drawing
// order. If two segments overlap, the first end of one of them therefore lies on the other.
import { addUp, Bytes, Float64s, float64s, Int32s, int32s, take, Uint16s, zeros } from './memory';

const fewestDirections = 32;
const maxDirections = 512;

export let cellMm: f64 = 0;
export let perMm: f64 = 0;
export let columns: i32 = 0;
export let rows: i32 = 0;
/**
 * Number of cells per grid square: one per direction, plus a copy of the last direction before the first and
 * a copy of the first after the last.
 */
export let directions: i32 = 0;
export let direction: Uint16s = changetype<Uint16s>(0);
/** Index of the first member of each cell. The cells of a grid square, one per direction, are adjacent. */
export let starts: Int32s = changetype<Int32s>(0);
/** Members by cell. A member is 2 · segment, plus 1 if it is the second entry of the segment. */
export let members: Int32s = changetype<Int32s>(0);
export let memberCount: i32 = 0;
/**
 * Coordinates of the first end of each member, in cell order, so that reading a cell touches adjacent memory.
 */
export let memberX: Float64s = changetype<Float64s>(0);
export let memberY: Float64s = changetype<Float64s>(0);
let minX: f64 = 0;
let minY: f64 = 0;

/**
 * Builds the grid. `points` are the start points of the segments; `count` is the number of segments longer
 * than 0.
 */
export function makeGrid(
  xy: Float64s,
  lengthMm: Float64s,
  isLeftOut: Bytes,
  points: i32,
  count: i32,
  totalMm: f64,
  fromX: f64,
  fromY: f64,
  toX: f64,
  toY: f64,
  marginMm: f64,
): void {
  minX = fromX;
  minY = fromY;
  // Two segments that stay within the margin of each other differ by less than two of these directions.
  const wanted = floor((2 * totalMm) / (<f64>count * marginMm));
  const kinds = <i32>min(<f64>maxDirections, max(<f64>fewestDirections, wanted));
  directions = kinds + 2;
  // Choose the square size so that most cells have at most one member and most segments lie in one square.
  const places = max(1.0, <f64>count / <f64>kinds);
  const wide = max(toX - fromX, 1.0);
  const high = max(toY - fromY, 1.0);
  cellMm = max(max(sqrt((wide * high) / places), max(wide, high) / 4096), 0.5);
  perMm = 1 / cellMm;
  columns = <i32>floor(wide * perMm) + 1;
  rows = <i32>floor(high * perMm) + 1;
  direction = changetype<Uint16s>(take((<usize>points) << 1));
  const cells = directions * columns * rows;
  starts = zeros(cells + 1);
  members = int32s(2 * count);
  memberX = float64s(2 * count);
  memberY = float64s(2 * count);
  const entries = int32s(2 * count);
  const cellOf = int32s(2 * count);
  memberCount = place(xy, lengthMm, isLeftOut, points, entries, cellOf);
  addUp(starts, cells + 1);
  fill(xy, entries, cellOf);
}

/**
 * Lists the entries, their cells and the number of entries per cell. Returns the number of entries. The first
 * and the last direction are neighbours, but the end that counts as first changes sides between them. Segments
 * in these directions therefore get a second entry: in the copy of their cell, with their other end.
 * An entry is 4 · segment, plus 2 for the later point of the segment, plus 1 for a second entry.
 */
function place(
  xy: Float64s,
  lengthMm: Float64s,
  isLeftOut: Bytes,
  points: i32,
  entries: Int32s,
  cellOf: Int32s,
): i32 {
  const lastDirection = directions - 3;
  let used = 0;
  for (let segment = 0; segment < points; segment++) {
    if (lengthMm[segment] === 0 || isLeftOut[segment] === 1) continue;
    const dx = xy[2 * segment + 2] - xy[2 * segment];
    const dy = xy[2 * segment + 3] - xy[2 * segment + 1];
    const own = directionOf(dx, dy, lastDirection + 1);
    direction[segment] = own;
    const later = dy < 0 || (dy === 0 && dx < 0) ? 1 : 0;
    let cell = placeOf(xy, segment + later) + own + 1;
    starts[cell]++;
    cellOf[used] = cell;
    entries[used++] = 4 * segment + 2 * later;
    if (own > 0 && own < lastDirection) continue;
    const beside = own === 0 ? later : 1 - later;
    cell = placeOf(xy, segment + beside) + (own === 0 ? lastDirection + 2 : 0);
    starts[cell]++;
    cellOf[used] = cell;
    entries[used++] = 4 * segment + 2 * beside + 1;
  }
  return used;
}

/** Returns the index of a direction from 0 to 180°. Divides a square instead of a circle, which is faster. */
function directionOf(dx: f64, dy: f64, kinds: i32): i32 {
  const wide = abs(dx);
  const high = abs(dy);
  const share = high / (wide + high);
  const isSecondQuarter = dx * dy < 0;
  const found = <i32>((isSecondQuarter ? 2 - share : share) * (<f64>kinds / 2));
  return found < kinds ? found : kinds - 1;
}

/** Returns the first cell of the grid square that contains a point. */
function placeOf(xy: Float64s, point: i32): i32 {
  const column = <i32>((xy[2 * point] - minX) * perMm);
  const row = <i32>((xy[2 * point + 1] - minY) * perMm);
  return (row * columns + column) * directions;
}

/**
 * Places the members in their cells. Works from last to first, which keeps the members of a cell in order.
 */
function fill(xy: Float64s, entries: Int32s, cellOf: Int32s): void {
  for (let at = memberCount - 1; at >= 0; at--) {
    const entry = entries[at];
    const slot = --starts[cellOf[at]];
    const point = (entry >> 2) + ((entry >> 1) & 1);
    members[slot] = 2 * (entry >> 2) + (entry & 1);
    memberX[slot] = xy[2 * point];
    memberY[slot] = xy[2 * point + 1];
  }
}

/** Returns the column or row at a distance from the edge, limited to 0 … `cells` - 1. */
export function cellAt(fromEdgeMm: f64, cells: i32): i32 {
  const cell = <i32>(fromEdgeMm * perMm);
  return cell < 0 ? 0 : cell < cells ? cell : cells - 1;
}
