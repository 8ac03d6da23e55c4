import type { Points } from '../drawing.ts';

/** Repeats strokes without lifting the pen: closed ones all around, others back and forth. */
export function withPasses(strokes: readonly Points[], passes: number, repeat: number): readonly Points[] {
  const drawn = passes === 1 ? strokes : strokes.map((points) => again(points, passes));
  return repeat === 1 ? drawn : Array.from({ length: repeat }, () => drawn).flat();
}

function again(points: Points, passes: number): Points {
  const count = points.length / 2;
  const isClosed = points[0] === points.at(-2) && points[1] === points.at(-1);
  const whole = new Float64Array(2 * (count + (passes - 1) * (count - 1)));
  whole.set(points);
  let at = points.length;
  for (let pass = 1; pass < passes; pass++) {
    const isBack = !isClosed && pass % 2 === 1;
    for (let step = 1; step < count; step++) {
      const from = isBack ? count - 1 - step : step;
      whole[at++] = points[2 * from]!;
      whole[at++] = points[2 * from + 1]!;
    }
  }
  return whole;
}
