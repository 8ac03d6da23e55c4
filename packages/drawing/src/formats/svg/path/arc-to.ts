import type { Path } from '../../../geometry/path.ts';

/** An arc of path data from the current point (SVG 2, appendix B.2). */
export function arcTo(
  path: Path,
  x0: number,
  y0: number,
  radiusX: number,
  radiusY: number,
  rotation: number,
  large: boolean,
  sweep: boolean,
  x: number,
  y: number,
): void {
  let rx = Math.abs(radiusX);
  let ry = Math.abs(radiusY);
  if (x0 === x && y0 === y) return;
  if (!(rx > 0 && ry > 0)) {
    path.lineTo(x, y);
    return;
  }
  const angle = (rotation % 360) * (Math.PI / 180);
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const halfX = (x0 - x) / 2;
  const halfY = (y0 - y) / 2;
  const px = cos * halfX + sin * halfY;
  const py = -sin * halfX + cos * halfY;
  const excess = (px / rx) ** 2 + (py / ry) ** 2;
  if (excess > 1) {
    rx *= Math.sqrt(excess);
    ry *= Math.sqrt(excess);
  }
  const numerator = rx * rx * ry * ry - rx * rx * py * py - ry * ry * px * px;
  const denominator = rx * rx * py * py + ry * ry * px * px;
  const factor = Math.sqrt(Math.max(0, numerator / denominator)) * (large === sweep ? -1 : 1);
  const qx = (factor * rx * py) / ry;
  const qy = (-factor * ry * px) / rx;
  const from = Math.atan2((py - qy) / ry, (px - qx) / rx);
  let turn = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const cx = cos * qx - sin * qy + (x0 + x) / 2;
  const cy = sin * qx + cos * qy + (y0 + y) / 2;
  path.arc(cx, cy, rx * cos, rx * sin, -ry * sin, ry * cos, from, turn, x, y);
}
