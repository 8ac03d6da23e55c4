import type { Drawing } from '@stationery/drawing';

/** Returns an SVG of the drawing's lines only. */
export function drawingAsSvg(drawing: Drawing, lineMm = 0.25): string {
  const lines = drawing.strokes.map(({ points }) => {
    const pairs: string[] = [];
    for (let at = 0; at < points.length; at += 2)
      pairs.push(`${(points[at] as number).toFixed(4)},${(points[at + 1] as number).toFixed(4)}`);
    return `<path d="M${pairs.join('L')}"/>`;
  });
  const { widthMm: width, heightMm: height } = drawing;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" fill="none" stroke="#000" stroke-width="${lineMm}" stroke-linecap="round" stroke-linejoin="round">${lines.join('')}</svg>`;
}
