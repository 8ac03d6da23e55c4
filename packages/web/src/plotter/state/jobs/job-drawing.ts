import type { Job } from '@stationery/client';
import { escapeXml } from '@stationery/drawing';
import type { PlacedDrawing } from '../drawing/placed-drawing.ts';
import { type Path, segmentKind } from '../path/path.ts';

/** Returns the job as an SVG in exact steps, with a layer per pen; undefined if nothing is drawn. */
export function drawingOfJob(
  path: Path,
  pens: Job['pens'],
  stepsPerMm: number,
): Pick<PlacedDrawing, 'file' | 'at'> | undefined {
  const { bounds } = path;
  if (bounds === undefined) return undefined;
  const [width, height] = [bounds.maxX - bounds.minX, bounds.maxY - bounds.minY].map((side) =>
    // Browsers do not show a page without width or height, so both are at least 1.
    Math.max(1, side),
  ) as [number, number];
  const size = `width="${width / stepsPerMm}mm" height="${height / stepsPerMm}mm"`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${size} viewBox="${bounds.minX} ${bounds.minY} ${width} ${height}" fill="none" stroke-linecap="round">\n`,
  ];
  const starts = pens.length === 0 ? [0] : pens.map(({ from }, at) => (at === 0 ? 0 : from));
  for (const [at, from] of starts.entries()) {
    const strokes = strokesBetween(path, from, starts[at + 1] ?? path.commands);
    if (strokes !== '') parts.push(`<g${penOf(pens[at])}>\n`, strokes, '</g>\n');
  }
  return {
    file: new Blob([...parts, '</svg>\n'], { type: 'image/svg+xml' }),
    at: { xMm: bounds.minX / stepsPerMm, yMm: bounds.minY / stepsPerMm },
  };
}

/** A job without pens has a single layer in black. */
function penOf(pen: Job['pens'][number] | undefined): string {
  if (pen === undefined) return ' stroke="#000000"';
  return ` inkscape:groupmode="layer" inkscape:label="${escapeXml(pen.name)}" stroke="${escapeXml(pen.colour)}"`;
}

/** Returns the strokes from `from` up to but excluding the command `before`. */
function strokesBetween(path: Path, from: number, before: number): string {
  const strokes: string[] = [];
  const end = path.reachedBefore(before);
  let stroke = '';
  for (let at = Math.max(1, path.reachedBefore(from)); at < end; at++) {
    if (path.kind[at] !== segmentKind.draw) continue;
    if (stroke === '') stroke = `M${path.x[at - 1]} ${path.y[at - 1]}L`;
    stroke += `${path.x[at]} ${path.y[at]} `;
    if (at + 1 < end && path.kind[at + 1] === segmentKind.draw) continue;
    strokes.push(`<path d="${stroke}"/>\n`);
    stroke = '';
  }
  return strokes.join('');
}
