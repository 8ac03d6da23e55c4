import type { Drawing, Stroke } from '../drawing.ts';
import { type PictureOptions, wholePictureOptions } from '../options/picture-options.ts';
import { tonesOf } from './inks.ts';
import type { Raster } from './raster.ts';
import { styles } from './styles/styles.ts';

/** Draws a picture in a style, one layer per ink. The same picture and options give the same drawing. */
export function drawPicture(raster: Raster, given: Partial<PictureOptions> = {}): Drawing {
  const options = wholePictureOptions(given);
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
    for (const line of drawn) strokes.push({ points: line, layer });
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
