import type { Points } from '../../drawing.ts';
import { blurred, darknessAt } from '../tone.ts';
import type { Style } from './style.ts';

const rowsPerGrain = 1.6;
/** Lighter parts have no waves. */
const minDarkness = 0.03;
const stepsPerWave = 12;

/** Draws rows of waves, which are higher and shorter where the picture is darker. */
export const waves: Style = (tone, { penMm, grainMm, ink }) => {
  const spacingMm = Math.max(2.5 * penMm, rowsPerGrain * grainMm);
  const even = blurred(tone, spacingMm / tone.mmPerPixel / 4);
  const [widthMm, heightMm] = [tone.width * tone.mmPerPixel, tone.height * tone.mmPerPixel];
  const maxHeightMm = (spacingMm - penMm) / 2;
  const minWaveMm = Math.max(2.2 * penMm, 0.5 * spacingMm);
  const maxWaveMm = Math.max(1.6 * spacingMm, 1.5 * minWaveMm);
  const stepMm = minWaveMm / stepsPerWave;
  const lines: Points[] = [];
  const rows = Math.floor(heightMm / spacingMm);
  for (let row = 0; row < rows; row++) {
    const y = (row + 0.5) * spacingMm + (heightMm - rows * spacingMm) / 2;
    let phase = ink;
    let line: number[] = [];
    for (let x = 0; x <= widthMm; x += stepMm) {
      const darkness = darknessAt(even, x, y);
      phase += (2 * Math.PI * stepMm) / (maxWaveMm + (minWaveMm - maxWaveMm) * darkness);
      if (darkness >= minDarkness)
        line.push(x, y + maxHeightMm * Math.min(1, 1.2 * darkness) * Math.sin(phase));
      if (darkness >= minDarkness && x + stepMm <= widthMm) continue;
      if (line.length > 2 * stepsPerWave) lines.push(Float64Array.from(line));
      line = [];
    }
  }
  return lines;
};
