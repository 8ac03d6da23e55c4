import type { Ends } from './order/ends.ts';

/** How many ends at one place are looked at for each: enough to choose, and no more where thousands meet. */
const mostCandidates = 6;

export interface Meetings {
  readonly count: number;
  readonly one: Int32Array;
  readonly other: Int32Array;
}

/** Pairs of ends that are at most `meetMm` apart, by a table of small squares. */
export function meetingEnds({ x, y }: Ends, ends: number, meetMm: number): Meetings {
  const perMm = 1 / Math.max(2 * meetMm, 1e-6);
  let size = 16;
  while (size < 2 * ends) size *= 2;
  /** The end that came into a square last, and the one before it. */
  const last = new Int32Array(size).fill(-1);
  const before = new Int32Array(ends);
  const one: number[] = [];
  const other: number[] = [];
  const squared = meetMm * meetMm;
  for (let end = 0; end < ends; end++) {
    const px = x[end]!;
    const py = y[end]!;
    const column = Math.floor(px * perMm);
    const row = Math.floor(py * perMm);
    // A square is twice as wide as the distance, so only the neighbours on the nearer sides matter.
    const besideX = px * perMm - column < 0.5 ? column - 1 : column + 1;
    const besideY = py * perMm - row < 0.5 ? row - 1 : row + 1;
    let found = 0;
    for (let square = 0; square < 4; square++) {
      const slot = slotOf(square % 2 === 0 ? column : besideX, square < 2 ? row : besideY, size);
      for (let at = last[slot]!; at !== -1 && found < mostCandidates; at = before[at]!) {
        const dx = x[at]! - px;
        const dy = y[at]! - py;
        if (dx * dx + dy * dy > squared) continue;
        one.push(end);
        other.push(at);
        found++;
      }
    }
    const own = slotOf(column, row, size);
    before[end] = last[own]!;
    last[own] = end;
  }
  return { count: one.length, one: Int32Array.from(one), other: Int32Array.from(other) };
}

function slotOf(column: number, row: number, size: number): number {
  let hash = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) & (size - 1);
}
