import {
  cellAt,
  cellMm,
  columns,
  direction,
  directions,
  makeGrid,
  memberCount,
  members,
  memberX,
  memberY,
  perMm,
  rows,
  starts,
} from './direction-grid';
import { Bytes, Float64s, take } from './memory';

/** Minimum length of an overlap. Lines that only cross at a small angle overlap for less than this. */
const shortestOverlapMm: f64 = 0.5;
/** Size of a covered part in bytes (see `CoveredParts`). */
const bytesOfPart = 40;
const roomAtFirst = 256;

let xy: Float64s = changetype<Float64s>(0);
let lengthMm: Float64s = changetype<Float64s>(0);
let minX: f64 = 0;
let minY: f64 = 0;
let toleranceMm: f64 = 0;
let comparisons: f64 = 0;
/** Address of the covered parts. They are the last allocation, so that the array can grow. */
export let parts: usize = 0;
export let partCount: i32 = 0;
let room: i32 = 0;

/** Finds the parts of segments that overlap earlier segments. Returns false if a limit is exceeded. */
export function findOverlaps(
  ofXy: Float64s,
  ofLengthMm: Float64s,
  isLeftOut: Bytes,
  points: i32,
  count: i32,
  totalMm: f64,
  fromX: f64,
  fromY: f64,
  toX: f64,
  toY: f64,
  withinMm: f64,
  maxLooks: f64,
  maxComparisons: f64,
  maxParts: f64,
): bool {
  xy = ofXy;
  lengthMm = ofLengthMm;
  minX = fromX;
  minY = fromY;
  toleranceMm = withinMm;
  makeGrid(xy, lengthMm, isLeftOut, points, count, totalMm, fromX, fromY, toX, toY, withinMm);
  parts = take(roomAtFirst * bytesOfPart);
  room = roomAtFirst;
  partCount = 0;
  comparisons = 0;
  // Limits the work: if all segments lie close together, each would be compared with all others.
  let looksLeft = maxLooks;
  for (let slot = 0; slot < memberCount; slot++) {
    if ((members[slot] & 1) === 1) continue;
    looksLeft -= <f64>along(members[slot] >> 1);
    if (looksLeft < 0 || comparisons > maxComparisons || <f64>partCount > maxParts) return false;
  }
  return true;
}

/** Compares a segment with the segments along it. Returns the number of grid members checked. */
function along(segment: i32): i32 {
  const ax = xy[2 * segment] - minX;
  const ay = xy[2 * segment + 1] - minY;
  const bx = xy[2 * segment + 2] - minX;
  const by = xy[2 * segment + 3] - minY;
  // Fast path: most segments lie in a single square, and most are alone in their cells.
  const column = <i32>(ax * perMm);
  const row = <i32>(ay * perMm);
  const left = <f64>column * cellMm + toleranceMm;
  const right = left + cellMm - 2 * toleranceMm;
  const top = <f64>row * cellMm + toleranceMm;
  const bottom = top + cellMm - 2 * toleranceMm;
  const isAcross = ax > left && bx > left && ax < right && bx < right;
  if (isAcross && ay > top && by > top && ay < bottom && by < bottom) {
    const cell = (row * columns + column) * directions + direction[segment];
    const from = starts[cell];
    const to = starts[cell + 3];
    if (to - from > 1) lookAt(from, to, segment);
    return to - from;
  }
  return alongFar(segment, ax, ay, bx, by);
}

/** Like `along`, for a segment that may touch several squares. Coordinates are relative to the corner of the grid. */
function alongFar(segment: i32, ax: f64, ay: f64, bx: f64, by: f64): i32 {
  const firstColumn = cellAt(min(ax, bx) - toleranceMm, columns);
  const lastColumn = cellAt(max(ax, bx) + toleranceMm, columns);
  const firstRow = cellAt(min(ay, by) - toleranceMm, rows);
  const lastRow = cellAt(max(ay, by) + toleranceMm, rows);
  let looks = 0;
  // Check all squares of the bounding box for short segments, which are the majority.
  const isShort = lastColumn - firstColumn < 2 || lastRow - firstRow < 2 || ax === bx;
  for (let column = firstColumn; column <= lastColumn; column++) {
    let row = firstRow;
    let end = lastRow;
    if (!isShort) {
      const slope = (by - ay) / (bx - ax);
      const left = <f64>column * cellMm - toleranceMm;
      const atLeft = ay + slope * (left - ax);
      const atRight = atLeft + slope * (cellMm + 2 * toleranceMm);
      row = <i32>max(<f64>row, floor((min(atLeft, atRight) - toleranceMm) * perMm));
      end = <i32>min(<f64>end, floor((max(atLeft, atRight) + toleranceMm) * perMm));
    }
    for (; row <= end; row++) {
      const cell = (row * columns + column) * directions + direction[segment];
      const from = starts[cell];
      const to = starts[cell + 3];
      looks += to - from;
      if (to - from < 2 && (from === to || members[from] >> 1 === segment)) continue;
      lookAt(from, to, segment);
    }
  }
  return looks;
}

function lookAt(from: i32, to: i32, segment: i32): void {
  const length = lengthMm[segment];
  const ax = xy[2 * segment];
  const ay = xy[2 * segment + 1];
  const ux = (xy[2 * segment + 2] - ax) / length;
  const uy = (xy[2 * segment + 3] - ay) / length;
  for (let at = from; at < to; at++) {
    const px = memberX[at] - ax;
    const py = memberY[at] - ay;
    const off = px * uy - py * ux;
    if (off > toleranceMm || off < -toleranceMm) continue;
    const reached = px * ux + py * uy;
    const other = members[at] >> 1;
    if (reached < -toleranceMm || reached > length + toleranceMm || other === segment) continue;
    comparisons++;
    coverLater(segment, other);
  }
}

/** If two segments overlap, marks the overlapping part of the later segment as covered. */
function coverLater(one: i32, other: i32): void {
  const later = max(one, other);
  const earlier = min(one, other);
  const at = 2 * later;
  const length = lengthMm[later];
  const ux = (xy[at + 2] - xy[at]) / length;
  const uy = (xy[at + 3] - xy[at + 1]) / length;
  const from = 2 * earlier;
  const startX = xy[from] - xy[at];
  const startY = xy[from + 1] - xy[at + 1];
  const endX = xy[from + 2] - xy[at];
  const endY = xy[from + 3] - xy[at + 1];
  const startAlong = startX * ux + startY * uy;
  const endAlong = endX * ux + endY * uy;
  const low = max(0.0, min(startAlong, endAlong));
  const high = min(length, max(startAlong, endAlong));
  if (high - low < min(shortestOverlapMm, 0.9 * length)) return;
  // Uses a lower tolerance for short segments, because adjacent segments of a curve are within tolerance
  // without overlapping.
  const nearMm = min(toleranceMm, length / 4);
  const startOff = startX * uy - startY * ux;
  const slope = (endX * uy - endY * ux - startOff) / (endAlong - startAlong);
  if (abs(startOff + slope * (low - startAlong)) > nearMm) return;
  if (abs(startOff + slope * (high - startAlong)) > nearMm) return;
  const lowShare = (low - startAlong) / (endAlong - startAlong);
  const highShare = (high - startAlong) / (endAlong - startAlong);
  add(later, low / length, high / length, earlier, lowShare, highShare);
}

function add(segment: i32, from: f64, to: f64, by: i32, byFrom: f64, byTo: f64): void {
  if (partCount === room) {
    take(room * bytesOfPart);
    room *= 2;
  }
  const part = parts + partCount++ * bytesOfPart;
  store<i32>(part, segment);
  store<i32>(part, by, 4);
  store<f64>(part, from, 8);
  store<f64>(part, to, 16);
  store<f64>(part, byFrom, 24);
  store<f64>(part, byTo, 32);
}
