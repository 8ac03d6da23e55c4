import { numbers } from './random.mjs';

/** Strokes of five points at random positions on A4. */
export function randomStrokes(count) {
  const next = numbers(1);
  const all = new Float64Array(10 * count);
  const strokes = [];
  for (let stroke = 0; stroke < count; stroke++) {
    let [x, y] = [next() * 210, next() * 297];
    for (let at = 10 * stroke; at < 10 * stroke + 10; at += 2) {
      all[at] = x;
      all[at + 1] = y;
      x = within(x + (next() - 0.5) * 20, 210);
      y = within(y + (next() - 0.5) * 20, 297);
    }
    strokes.push(all.subarray(10 * stroke, 10 * stroke + 10));
  }
  return strokes;
}

/** Reflects at the edge; clamping would put many points on the edge. */
function within(value, max) {
  return value < 0 ? -value : value > max ? 2 * max - value : value;
}
