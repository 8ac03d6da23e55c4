import type { Points } from '../../drawing.ts';
import { blurred, darknessAt } from '../tone.ts';
import type { Style } from './style.ts';

const angleDegrees = 45;
const angleOfInk = 30;
/** Maximum deviation of a polygon from its circle. */
const toleranceMm = 0.02;

/** Draws dots in a rotated grid. The area of a dot grows with the darkness; a large dot is a spiral. */
export const halftone: Style = (tone, { penMm, grainMm, ink }) => {
  const cellMm = Math.max(grainMm, penMm);
  const even = blurred(tone, cellMm / tone.mmPerPixel / 4);
  const widthMm = tone.width * tone.mmPerPixel;
  const heightMm = tone.height * tone.mmPerPixel;
  const angle = ((angleDegrees + ink * angleOfInk) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * cellMm, Math.sin(angle) * cellMm];
  const reach = Math.ceil(Math.hypot(widthMm, heightMm) / 2 / cellMm);
  const dots: Points[] = [];
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      const x = widthMm / 2 + column * cos - row * sin;
      const y = heightMm / 2 + column * sin + row * cos;
      if (x < 0 || y < 0 || x > widthMm || y > heightMm) continue;
      const radiusMm = cellMm * Math.sqrt(darknessAt(even, x, y) / Math.PI);
      if (radiusMm > penMm / 3) dots.push(dot(x, y, radiusMm - penMm / 2, penMm));
    }
  }
  return dots;
};

/** Returns a dot: a spiral from the centre to this radius, followed by a circle. */
function dot(x: number, y: number, radiusMm: number, penMm: number): Points {
  if (radiusMm < penMm / 4) return Float64Array.of(x, y, x, y);
  const turns = Math.max(1, Math.ceil(radiusMm / (0.9 * penMm)));
  const perTurn = Math.max(8, Math.ceil(Math.PI / Math.acos(1 - Math.min(0.3, toleranceMm / radiusMm))));
  const inner = radiusMm > 0.9 * penMm ? turns * perTurn : 0;
  const points = new Float64Array(2 * (inner + perTurn + 1));
  for (let at = 0; at <= inner + perTurn; at++) {
    const radius = at < inner ? (radiusMm * at) / inner : radiusMm;
    const angle = (2 * Math.PI * at) / perTurn;
    points[2 * at] = x + radius * Math.cos(angle);
    points[2 * at + 1] = y + radius * Math.sin(angle);
  }
  return points;
}
