import type { SegmentList } from './segment-list.ts';

/** Which of the directions of half a turn each segment has, and whether it is drawn from its last end to its first. */
export function directionsOf(
  xy: Float64Array,
  { count, point }: SegmentList,
  directions: number,
  isReversed: Uint8Array,
): Uint16Array {
  const direction = new Uint16Array(count);
  for (let segment = 0; segment < count; segment++) {
    const at = 2 * point[segment]!;
    const angle = Math.atan2(xy[at + 3]! - xy[at + 1]!, xy[at + 2]! - xy[at]!);
    if (angle < 0) isReversed[segment] = 1;
    const halfTurns = angle / Math.PI + 2;
    direction[segment] = Math.floor((halfTurns - Math.floor(halfTurns)) * directions);
  }
  return direction;
}

/**
 * As 2 · segment, and 1 more for a last end. From the last direction to the first one it changes which end is first, so
 * there both count.
 */
export function firstEndsOf(direction: Uint16Array, directions: number, isLeftOut: Uint8Array): Int32Array {
  const ends = new Int32Array(2 * direction.length);
  let used = 0;
  for (let segment = 0; segment < direction.length; segment++) {
    if (isLeftOut[segment] === 1) continue;
    ends[used++] = 2 * segment;
    if (direction[segment] === 0 || direction[segment] === directions - 1) ends[used++] = 2 * segment + 1;
  }
  return ends.subarray(0, used);
}

export function verticesOf(ends: Int32Array, point: Uint32Array, isReversed: Uint8Array): Uint32Array {
  const vertex = new Uint32Array(ends.length);
  for (let at = 0; at < ends.length; at++) {
    const segment = ends[at]! >> 1;
    vertex[at] = point[segment]! + ((ends[at]! & 1) ^ isReversed[segment]!);
  }
  return vertex;
}
