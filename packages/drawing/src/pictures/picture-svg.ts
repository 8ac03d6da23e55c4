import type { Drawing } from '../drawing.ts';
import { pathData, short } from '../svg-text.ts';

/** Returns an SVG with one path per ink. */
export function pictureSvg({ widthMm, heightMm, layers, strokes }: Drawing, penMm: number): string {
  const [width, height] = [short(widthMm), short(heightMm)];
  const pieces = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" fill="none" stroke-width="${penMm}" stroke-linecap="round" stroke-linejoin="round">`,
  ];
  for (const [index, { colour }] of layers.entries()) {
    pieces.push(`<path stroke="${colour}" d="`);
    for (const { points, layer } of strokes) if (layer === index) pieces.push(subpath(points));
    pieces.push('"/>');
  }
  return `${pieces.join('\n')}\n</svg>\n`;
}

function subpath(points: Float64Array): string {
  const isDot = points.length === 4 && points[0] === points[2] && points[1] === points[3];
  if (isDot) return `M${short(points[0]!, 2)} ${short(points[1]!, 2)}h0`;
  return pathData(points, 2);
}
