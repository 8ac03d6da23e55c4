import { Float64s, Int32s, int32s, nones } from './memory';
import { slotOf, tableSize } from './squares';

/** Maximum number of pairs per end. Limits the work if thousands of ends meet at one point. */
const maxCandidates = 6;
/**
 * Width of a grid square in multiples of `meetMm`. At this size, few ends are near the sides of a square, and
 * few share one.
 */
const squareWidths: f64 = 4;

/** The two ends of each pair. */
export let one: Int32s = changetype<Int32s>(0);
export let other: Int32s = changetype<Int32s>(0);

/** Finds pairs of ends at most `meetMm` apart, using a hash table of squares. Returns the number of pairs. */
export function meetingEnds(x: Float64s, y: Float64s, ends: i32, meetMm: f64): i32 {
  const perMm = 1 / max(squareWidths * meetMm, 1e-6);
  const reach = meetMm * perMm;
  const size = tableSize(ends);
  /** A linked list per square: the last end added, and for each end the end added before it. */
  const last = nones(size);
  const before = int32s(ends);
  let room = ends + maxCandidates;
  one = int32s(room);
  other = int32s(room);
  let used = 0;
  const squared = meetMm * meetMm;
  for (let end = 0; end < ends; end++) {
    if (used + maxCandidates > room) {
      one = twice(one, room);
      other = twice(other, room);
      room *= 2;
    }
    const px = x[end];
    const py = y[end];
    const column = floor(px * perMm);
    const row = floor(py * perMm);
    const offX = px * perMm - column;
    const offY = py * perMm - row;
    const lastAcross = offX >= 1 - reach ? 1 : 0;
    const lastDown = offY >= 1 - reach ? 1 : 0;
    let own = 0;
    let found = 0;
    // Counts offsets instead of columns and rows, because adding 1 to a very large float may not change it.
    for (let down = offY < reach ? -1 : 0; down <= lastDown; down++) {
      for (let across = offX < reach ? -1 : 0; across <= lastAcross; across++) {
        const slot = slotOf(column + <f64>across, row + <f64>down, size);
        if (across === 0 && down === 0) own = slot;
        for (let at = last[slot]; at !== -1 && found < maxCandidates; at = before[at]) {
          const dx = x[at] - px;
          const dy = y[at] - py;
          if (dx * dx + dy * dy > squared) continue;
          one[used] = end;
          other[used++] = at;
          found++;
        }
      }
    }
    before[end] = last[own];
    last[own] = end;
  }
  return used;
}

function twice(few: Int32s, count: i32): Int32s {
  const more = int32s(2 * count);
  memory.copy(changetype<usize>(more), changetype<usize>(few), (<usize>count) << 2);
  return more;
}
