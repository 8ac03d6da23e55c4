import type { Points } from '../../drawing.ts';
import { blurred, darknessAt, type Tone } from '../tone.ts';
import type { Style } from './style.ts';

/** From the darkness `from` on, every other line is drawn; from `between` on, all lines are. */
const directions = [
  { degrees: 45, from: 0.1, between: 0.25 },
  { degrees: 135, from: 0.38, between: 0.5 },
  { degrees: 0, from: 0.62, between: 0.73 },
  { degrees: 90, from: 0.82, between: 0.9 },
];
const angleOfInk = 15;
const spacingPerGrain = 0.6;

/** Draws straight lines in up to four directions, more of them where the picture is darker. */
export const hatch: Style = (tone, { penMm, grainMm, ink }) => {
  const spacingMm = Math.max(1.2 * penMm, spacingPerGrain * grainMm);
  const even = blurred(tone, spacingMm / tone.mmPerPixel / 2);
  return directions.flatMap(({ degrees, from, between }) => {
    const lines: Points[] = [];
    const angle = ((degrees + ink * angleOfInk) * Math.PI) / 180;
    const reachMm = (Math.hypot(tone.width, tone.height) * tone.mmPerPixel) / 2;
    const rows = Math.ceil(reachMm / spacingMm);
    for (let row = -rows; row <= rows; row++)
      addLines(even, angle, row * spacingMm, row % 2 === 0 ? from : between, 2 * penMm, lines);
    return lines;
  });
};

function addLines(
  tone: Tone,
  angle: number,
  offsetMm: number,
  darkness: number,
  shortestMm: number,
  lines: Points[],
): void {
  const [widthMm, heightMm] = [tone.width * tone.mmPerPixel, tone.height * tone.mmPerPixel];
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [widthMm / 2 - offsetMm * dy, heightMm / 2 + offsetMm * dx];
  const reachMm = Math.hypot(widthMm, heightMm) / 2;
  const stepMm = tone.mmPerPixel;
  let startMm = Number.NaN;
  for (let atMm = -reachMm; atMm <= reachMm + stepMm; atMm += stepMm) {
    const [px, py] = [x + atMm * dx, y + atMm * dy];
    const isInside = px >= 0 && py >= 0 && px <= widthMm && py <= heightMm;
    const isDrawn = isInside && atMm <= reachMm && darknessAt(tone, px, py) > darkness;
    if (isDrawn && Number.isNaN(startMm)) startMm = atMm;
    if (isDrawn || Number.isNaN(startMm)) continue;
    const endMm = atMm - stepMm;
    if (endMm - startMm >= shortestMm)
      lines.push(Float64Array.of(x + startMm * dx, y + startMm * dy, x + endMm * dx, y + endMm * dy));
    startMm = Number.NaN;
  }
}
