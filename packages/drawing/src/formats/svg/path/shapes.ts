import type { Path } from '../../../geometry/path.ts';

/** Clockwise from the rightmost point, where SVG starts an ellipse. */
export function addEllipse(path: Path, cx: number, cy: number, rx: number, ry: number): void {
  path.moveTo(cx + rx, cy);
  path.arc(cx, cy, rx, 0, 0, ry, 0, 2 * Math.PI, cx + rx, cy);
  path.close();
}

export function addRectangle(
  path: Path,
  x: number,
  y: number,
  width: number,
  height: number,
  radiusX: number,
  radiusY: number,
): void {
  const rx = Math.min(radiusX, width / 2);
  const ry = Math.min(radiusY, height / 2);
  const right = x + width;
  const bottom = y + height;
  if (!(rx > 0 && ry > 0)) {
    path.moveTo(x, y);
    path.lineTo(right, y);
    path.lineTo(right, bottom);
    path.lineTo(x, bottom);
    path.close();
    return;
  }
  const quarter = Math.PI / 2;
  path.moveTo(x + rx, y);
  path.lineTo(right - rx, y);
  path.arc(right - rx, y + ry, rx, 0, 0, ry, -quarter, quarter, right, y + ry);
  path.lineTo(right, bottom - ry);
  path.arc(right - rx, bottom - ry, rx, 0, 0, ry, 0, quarter, right - rx, bottom);
  path.lineTo(x + rx, bottom);
  path.arc(x + rx, bottom - ry, rx, 0, 0, ry, quarter, quarter, x, bottom - ry);
  path.lineTo(x, y + ry);
  path.arc(x + rx, y + ry, rx, 0, 0, ry, 2 * quarter, quarter, x + rx, y);
  path.close();
}
