import { emptyBox, include } from '../geometry/box.ts';
import { pathData, short } from '../svg-text.ts';
import { type MissingPart, pointsBetween } from './find-missing.ts';
import type { PlottedStroke } from './planned-ink.ts';

const marginMm = 5;

export function missingSvg(strokes: readonly PlottedStroke[], missing: readonly MissingPart[]): string {
  const drawn = emptyBox();
  for (const { points } of strokes)
    for (let at = 0; at < points.length; at += 2) include(drawn, points[at]!, points[at + 1]!);
  const { minX, minY, maxX, maxY } = drawn;
  const [x, y] = [short(minX - marginMm), short(minY - marginMm)];
  const [width, height] = [short(maxX - minX + 2 * marginMm), short(maxY - minY + 2 * marginMm)];
  const parts = missing.map(({ stroke, fromMm, toMm }) =>
    pointsBetween(strokes[stroke - 1]!.points, fromMm, toMm),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="${x} ${y} ${width} ${height}">\n`,
    `<rect x="${x}" y="${y}" width="100%" height="100%" fill="#fff"/>\n`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">\n',
    `  <path stroke="#aaa" stroke-width="0.4" d="${strokes.map(({ points }) => pathData(points)).join('')}"/>\n`,
    `  <path stroke="#d00" stroke-width="0.8" d="${parts.map((points) => pathData(points)).join('')}"/>\n`,
    '</g>\n</svg>\n',
  ].join('');
}
