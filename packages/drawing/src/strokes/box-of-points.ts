import type { Box } from '../geometry/box.ts';

export function boxOfPoints(x: Float64Array, y: Float64Array): Box {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let at = 0; at < x.length; at++) {
    const px = x[at]!;
    const py = y[at]!;
    if (px < minX) minX = px;
    if (px > maxX) maxX = px;
    if (py < minY) minY = py;
    if (py > maxY) maxY = py;
  }
  return { minX, minY, maxX, maxY };
}
