import { type Ends, endsOf } from './ends.ts';
import type { StrokeSet } from './stroke-set.ts';

/** How many ends at one place are checked for each: enough to choose, and no more where thousands meet. */
const mostCandidates = 6;

/** There may be room for more than `count`. */
export interface Meetings {
  readonly count: number;
  readonly one: Int32Array;
  readonly other: Int32Array;
}

/** A square is so many times as wide as the distance: few ends are near its sides, and few are in it. */
const squareWidths = 4;

/** Pairs of ends that are at most `meetMm` apart, by a table of small squares. */
export function meetingEnds({ x, y }: Ends, ends: number, meetMm: number): Meetings {
  const perMm = 1 / Math.max(squareWidths * meetMm, 1e-6);
  const reach = meetMm * perMm;
  let size = 16;
  while (size < 2 * ends) size *= 2;
  /** The end that came into a square last, and the one before it. */
  const last = new Int32Array(size).fill(-1);
  const before = new Int32Array(ends);
  let one = new Int32Array(ends + mostCandidates);
  let other = new Int32Array(ends + mostCandidates);
  let used = 0;
  const squared = meetMm * meetMm;
  for (let end = 0; end < ends; end++) {
    if (used + mostCandidates > one.length) {
      one = twice(one);
      other = twice(other);
    }
    const px = x[end]!;
    const py = y[end]!;
    const column = Math.floor(px * perMm);
    const row = Math.floor(py * perMm);
    const offX = px * perMm - column;
    const offY = py * perMm - row;
    const lastAcross = offX >= 1 - reach ? 1 : 0;
    const lastDown = offY >= 1 - reach ? 1 : 0;
    let own = 0;
    let found = 0;
    // Counted: far out, a number and one more are the same number.
    for (let down = offY < reach ? -1 : 0; down <= lastDown; down++) {
      for (let across = offX < reach ? -1 : 0; across <= lastAcross; across++) {
        const slot = slotOf(column + across, row + down, size);
        if (across === 0 && down === 0) own = slot;
        for (let at = last[slot]!; at !== -1 && found < mostCandidates; at = before[at]!) {
          const dx = x[at]! - px;
          const dy = y[at]! - py;
          if (dx * dx + dy * dy > squared) continue;
          one[used] = end;
          other[used++] = at;
          found++;
        }
      }
    }
    before[end] = last[own]!;
    last[own] = end;
  }
  return { count: used, one, other };
}

function twice(few: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * few.length);
  more.set(few);
  return more;
}

/** How many ends in one square are checked, of thousands that may be there. */
const mostInSquare = 32;

/** Whether an end of another stroke is at most `meetMm` away from an end; what tells it is made when it is asked first. */
export function endMeeting(strokes: StrokeSet, meetMm: number): (end: number) => boolean {
  let isMet: ((end: number) => boolean) | undefined;
  return (end) => {
    isMet ??= endsMeeting(strokes, meetMm);
    return isMet(end);
  };
}

/** By a table of squares of that width. */
function endsMeeting(strokes: StrokeSet, meetMm: number): (end: number) => boolean {
  const { x, y } = endsOf(strokes, 0, 0);
  const ends = 2 * strokes.count;
  const perMm = 1 / Math.max(meetMm, 1e-6);
  const squared = meetMm * meetMm;
  let size = 16;
  while (size < 2 * ends) size *= 2;
  const last = new Int32Array(size).fill(-1);
  const before = new Int32Array(ends);
  for (let end = 0; end < ends; end++) {
    const slot = slotOf(Math.floor(x[end]! * perMm), Math.floor(y[end]! * perMm), size);
    before[end] = last[slot]!;
    last[slot] = end;
  }
  return (end) => {
    const px = x[end]!;
    const py = y[end]!;
    for (let square = 0; square < 9; square++) {
      // Its own square first: where many ends are, one is there.
      const column = Math.floor(px * perMm) + ((square + 1) % 3) - 1;
      const row = Math.floor(py * perMm) + ((Math.floor(square / 3) + 1) % 3) - 1;
      let left = mostInSquare;
      for (let at = last[slotOf(column, row, size)]!; at !== -1 && left > 0; at = before[at]!, left--) {
        const dx = x[at]! - px;
        const dy = y[at]! - py;
        if (at >> 1 !== end >> 1 && dx * dx + dy * dy <= squared) return true;
      }
    }
    return false;
  };
}

function slotOf(column: number, row: number, size: number): number {
  let hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (size - 1);
}
