import { Float64s, float64s, Int32s } from './memory';

export let count: i32 = 0;
export let totalMm: f64 = 0;
export let minX: f64 = 0;
export let minY: f64 = 0;
export let maxX: f64 = 0;
export let maxY: f64 = 0;

/**
 * Returns the length of each segment, by the index of its start point. Sets variables for the other fields of
 * `Segments`.
 */
export function segmentsOf(xy: Float64s, points: i32, starts: Int32s, strokes: i32): Float64s {
  const lengthMm = float64s(points);
  memory.fill(changetype<usize>(lengthMm), 0, (<usize>points) << 3);
  count = 0;
  totalMm = 0;
  minX = Infinity;
  minY = Infinity;
  maxX = -Infinity;
  maxY = -Infinity;
  for (let stroke = 0; stroke < strokes; stroke++) {
    const first = starts[stroke];
    const last = starts[stroke + 1] - 1;
    let x: f64 = 0;
    let y: f64 = 0;
    for (let at = first; at <= last; at++) {
      const fromX = x;
      const fromY = y;
      x = xy[2 * at];
      y = xy[2 * at + 1];
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      if (at === first) continue;
      const length = sqrt((x - fromX) * (x - fromX) + (y - fromY) * (y - fromY));
      if (length === 0) continue;
      lengthMm[at - 1] = length;
      totalMm += length;
      count++;
    }
  }
  return lengthMm;
}
