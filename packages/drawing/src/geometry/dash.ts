import { lengthBetween, type Polylines } from './polylines.ts';

/** Finer dashes look like a solid line. */
const maxDashes = 100_000;

export interface DashPattern {
  /** Alternating dashes and gaps: an even number of lengths, in units of the lines. */
  readonly lengths: readonly number[];
  readonly offset: number;
}

/**
 * Divides lines into dashes; the pattern restarts with each line. Returns false and does nothing if the dashes
 * are too fine.
 */
export function dash(lines: Polylines, { lengths, offset }: DashPattern, out: Polylines): boolean {
  const total = lengths.reduce((sum, each) => sum + each, 0);
  if (!((lengthOf(lines) / total) * lengths.length < maxDashes)) return false;
  const start = ((offset % total) + total) % total;
  let from = 0;
  for (const end of lines.ends) {
    dashOne(lines.points, from, end, lengths, start, out);
    from = end;
  }
  return true;
}

function dashOne(
  points: Float64Array,
  from: number,
  end: number,
  pattern: readonly number[],
  start: number,
  out: Polylines,
): void {
  let which = 0;
  let left = start;
  while (left > 0 && left >= (pattern[which] as number)) {
    left -= pattern[which] as number;
    which = (which + 1) % pattern.length;
  }
  left = (pattern[which] as number) - left;
  let x = points[from] as number;
  let y = points[from + 1] as number;
  if (which % 2 === 0) out.add(x, y);
  if (end - from === 4 && x === points[from + 2] && y === points[from + 3]) {
    if (which % 2 === 0) out.add(x, y);
    out.end(false);
    return;
  }
  for (let at = from + 2; at < end; at += 2) {
    const toX = points[at] as number;
    const toY = points[at + 1] as number;
    let rest = Math.hypot(toX - x, toY - y);
    while (rest > left) {
      x += ((toX - x) * left) / rest;
      y += ((toY - y) * left) / rest;
      rest -= left;
      which = (which + 1) % pattern.length;
      left = pattern[which] as number;
      // Repeats the point, because a dash without length is a dot.
      out.add(x, y);
      if (which % 2 === 1) out.end(false);
    }
    left -= rest;
    x = toX;
    y = toY;
    if (which % 2 === 0 && rest > 0) out.add(x, y);
  }
  out.end(false);
}

export function lengthOf(lines: Polylines): number {
  let length = 0;
  let from = 0;
  for (const end of lines.ends) {
    length += lengthBetween(lines.points, from, end);
    from = end;
  }
  return length;
}
