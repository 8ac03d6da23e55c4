import type { PictureStyleName } from '@stationery/contract/picture-formats';
import type { Drawing, Points, Stroke } from '../drawing.ts';
import { type PictureOptions, resolvePictureOptions } from '../options/picture-options.ts';
import { simplify } from '../strokes/simplify.ts';
import { StrokeSetBuilder, strokeOf } from '../strokes/stroke-set.ts';
import { tonesOf } from './inks.ts';
import type { Raster } from './raster.ts';
import { contours } from './styles/contours.ts';
import { edges } from './styles/edges.ts';
import { halftone } from './styles/halftone.ts';
import { hatch } from './styles/hatch.ts';
import { singleLine } from './styles/single-line.ts';
import { stipple } from './styles/stipple.ts';
import type { Style } from './styles/style.ts';
import { waves } from './styles/waves.ts';

const styles: Readonly<Record<PictureStyleName, Style>> = {
  stipple,
  line: singleLine,
  halftone,
  hatch,
  waves,
  contours,
  edges,
};

/** Tolerance, finer than any pen. */
const toleranceMm = 0.02;

/** Draws a picture with one layer per ink. The same picture and options give the same drawing. */
export function drawPicture(raster: Raster, given: Partial<PictureOptions> = {}): Drawing {
  const options = resolvePictureOptions(given);
  const { points, penMm, inks, style } = options;
  const tones = tonesOf(raster, options);
  const darkness = tones.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const total = darkness.reduce((sum, value) => sum + value, 0);
  const strokes: Stroke[] = [];
  for (const [layer, tone] of tones.entries()) {
    const areaMm2 = tone.width * tone.height * tone.mmPerPixel ** 2;
    const share = total === 0 ? 0 : darkness[layer]! / total;
    const drawn = styles[style](tone, {
      points: Math.max(1, Math.round(points * share)),
      penMm,
      grainMm: Math.sqrt(areaMm2 / points),
      ink: layer,
    });
    for (const line of simplified(drawn)) strokes.push({ points: line, layer });
  }
  const { width, height, mmPerPixel } = tones[0]!;
  return {
    widthMm: width * mmPerPixel,
    heightMm: height * mmPerPixel,
    layers: inks.map((colour) => ({ name: colour, colour })),
    strokes,
    notes: [],
  };
}

/** Removes the small steps in which styles draw. */
function simplified(lines: readonly Points[]): Points[] {
  const builder = new StrokeSetBuilder();
  for (const line of lines) {
    builder.addRange(line, 0, line.length / 2);
    builder.endStroke();
  }
  const { strokes } = simplify(builder.build(), toleranceMm);
  return Array.from({ length: strokes.count }, (_, stroke) => strokeOf(strokes, stroke));
}
