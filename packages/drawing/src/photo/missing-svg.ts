import { num, pathOf } from '../plan/preview-svg.ts';
import { type MissingPart, pointsBetween } from './find-missing.ts';
import type { PlottedStroke } from './planned-ink.ts';

const marginMm = 5;

export function missingSvg(strokes: readonly PlottedStroke[], missing: readonly MissingPart[]): string {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points } of strokes)
    for (let at = 0; at < points.length; at += 2) {
      [minX, maxX] = [Math.min(minX, points[at]!), Math.max(maxX, points[at]!)];
      [minY, maxY] = [Math.min(minY, points[at + 1]!), Math.max(maxY, points[at + 1]!)];
    }
  const [width, height] = [maxX - minX + 2 * marginMm, maxY - minY + 2 * marginMm].map(num);
  const parts = missing.map(({ stroke, fromMm, toMm }) =>
    pointsBetween(strokes[stroke - 1]!.points, fromMm, toMm),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="${num(minX - marginMm)} ${num(minY - marginMm)} ${width} ${height}">\n`,
    `<rect x="${num(minX - marginMm)}" y="${num(minY - marginMm)}" width="100%" height="100%" fill="#fff"/>\n`,
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round">\n',
    `  <path stroke="#aaa" stroke-width="0.4" d="${strokes.map(({ points }) => pathOf(points)).join('')}"/>\n`,
    `  <path stroke="#d00" stroke-width="0.8" d="${parts.map(pathOf).join('')}"/>\n`,
    '</g>\n</svg>\n',
  ].join('');
}
