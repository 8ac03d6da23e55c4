import type { Polylines } from '../../../geometry/polylines.ts';

const half = Math.SQRT1_2;
/** Of the sides of a segment and its rounded end, by how far along the segment and how far beside it. */
const roundEnd: readonly (readonly [along: number, beside: number])[] = [
  [0, 1],
  [half, half],
  [1, 0],
  [half, -half],
  [0, -1],
];

/**
 * Lines as areas of a width, with round ends: a ring around every segment. All rings run the same way round, so that by
 * the nonzero rule they are one area.
 */
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
