import type { Polylines } from '../../../geometry/polylines.ts';

const half = Math.SQRT1_2;
/** Points of the sides and the rounded end of a segment, along and perpendicular to it. */
const roundEnd: readonly (readonly [along: number, beside: number])[] = [
  [0, 1],
  [half, half],
  [1, 0],
  [half, -half],
  [0, -1],
];

/** Areas with round ends: a ring per segment, all in one direction, for the nonzero rule. */
export function addThickLines({ points, ends }: Polylines, halfWidth: number, into: Polylines): void {
  let from = 0;
  for (const end of ends) {
    for (let at = from; at + 3 < end; at += 2)
      addRing(points[at]!, points[at + 1]!, points[at + 2]!, points[at + 3]!, halfWidth, into);
    from = end;
  }
}

function addRing(ax: number, ay: number, bx: number, by: number, halfWidth: number, into: Polylines): void {
  const length = Math.hypot(bx - ax, by - ay);
  // A dot is a segment without a direction.
  const alongX = length === 0 ? halfWidth : ((bx - ax) / length) * halfWidth;
  const alongY = length === 0 ? 0 : ((by - ay) / length) * halfWidth;
  for (const [along, beside] of roundEnd)
    into.add(bx + along * alongX - beside * alongY, by + along * alongY + beside * alongX);
  for (const [along, beside] of roundEnd)
    into.add(ax - along * alongX + beside * alongY, ay - along * alongY - beside * alongX);
  into.end(true);
}
