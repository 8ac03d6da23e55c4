import { randomNumbers } from '@stationery/contract/random-numbers';
import type { Drawing, Points } from '../src/index.ts';

/** Returns a drawing of strokes, given as x, y, x, y, …, that are spread over this many layers. */
export function drawingOf(strokes: readonly (readonly number[])[], layers = 1): Drawing {
  return {
    widthMm: 210,
    heightMm: 297,
    layers: Array.from({ length: layers }, (_, at) => ({ name: `Layer ${at}`, colour: `#00000${at}` })),
    strokes: strokes.map((points, at) => ({ points: Float64Array.from(points), layer: at % layers })),
    notes: [],
  };
}

/** Returns strokes of `points` points each, which wander from a random place on A4. */
export function wanderingStrokes(count: number, points: number, seed: number): number[][] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    let [x, y] = [random() * 210, random() * 297];
    return Array.from({ length: points }, () => {
      const at = [x, y];
      x = within(x + (random() - 0.5) * 20, 210);
      y = within(y + (random() - 0.5) * 20, 297);
      return at;
    }).flat();
  });
}

/**
 * Returns all drawn lines as sorted segments without direction, which are the same for any order of strokes.
 */
export function segmentsDrawn(strokes: Iterable<Points>): string[] {
  const segments: string[] = [];
  for (const points of strokes) {
    for (let at = 2; at < points.length; at += 2) {
      const from = `${points[at - 2]!.toFixed(6)},${points[at - 1]!.toFixed(6)}`;
      const to = `${points[at]!.toFixed(6)},${points[at + 1]!.toFixed(6)}`;
      if (from !== to) segments.push(from < to ? `${from} ${to}` : `${to} ${from}`);
    }
  }
  return segments.sort();
}

export function lengthDrawn(strokes: Iterable<Points>): number {
  let length = 0;
  for (const points of strokes)
    for (let at = 2; at < points.length; at += 2)
      length += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
  return length;
}

/**
 * Reflects a value at the edges. If it were limited to the edge instead, many points would lie on one line.
 */
function within(value: number, max: number): number {
  return value < 0 ? -value : value > max ? 2 * max - value : value;
}
