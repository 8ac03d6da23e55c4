import { Float64s, Int32s, int32s, nones } from './memory';
import { slotOf, tableSize } from './squares';

/** Maximum number of ends to check per square. Limits the work if a square holds thousands. */
const maxInSquare = 32;

let x: Float64s = changetype<Float64s>(0);
let y: Float64s = changetype<Float64s>(0);
let perMm: f64 = 0;
let squared: f64 = 0;
let size: i32 = 0;
/** A linked list per square: the last end added, and for each end the end added before it. */
let last: Int32s = changetype<Int32s>(0);
let before: Int32s = changetype<Int32s>(0);

/** Adds all ends to a hash table of squares whose width is `meetMm`. */
export function setEnds(ofX: Float64s, ofY: Float64s, ends: i32, meetMm: f64): void {
  x = ofX;
  y = ofY;
  perMm = 1 / max(meetMm, 1e-6);
  squared = meetMm * meetMm;
  size = tableSize(ends);
  last = nones(size);
  before = int32s(ends);
  for (let end = 0; end < ends; end++) {
    const slot = slotOf(floor(x[end] * perMm), floor(y[end] * perMm), size);
    before[end] = last[slot];
    last[slot] = end;
  }
}

/** Returns whether an end of a different stroke meets this end. */
export function isMet(end: i32): bool {
  const px = x[end];
  const py = y[end];
  for (let square = 0; square < 9; square++) {
    // Start with the square of the end itself, because among many ends it is most likely to hold a match.
    const column = floor(px * perMm) + <f64>(((square + 1) % 3) - 1);
    const row = floor(py * perMm) + <f64>(((square / 3 + 1) % 3) - 1);
    let left = maxInSquare;
    for (let at = last[slotOf(column, row, size)]; at !== -1 && left > 0; at = before[at], left--) {
      const dx = x[at] - px;
      const dy = y[at] - py;
      if (at >> 1 !== end >> 1 && dx * dx + dy * dy <= squared) return true;
    }
  }
  return false;
}
