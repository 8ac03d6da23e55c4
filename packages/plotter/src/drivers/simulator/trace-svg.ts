import type { Point } from '../language/geometry.ts';
import type { Stroke } from './trace.ts';

interface TraceSvgOptions {
  strokes: readonly Stroke[];
  travel: readonly Stroke[];
  truncated: boolean;
  sheet: Sheet;
}

export interface Sheet {
  stepsPerMm: number;
  sheetWidthMm: number;
  sheetHeightMm: number;
}

const penWidthMm = 0.3;

/** Draws at actual size, in whole steps. Equal drawings give equal text. */
export function traceSvg({ strokes, travel, truncated, sheet }: TraceSvgOptions): string {
  const { stepsPerMm } = sheet;
  const box = boxAround([...strokes, ...travel], sheet);
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const penWidth = penWidthMm * stepsPerMm;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${short(width / stepsPerMm)}mm" height="${short(height / stepsPerMm)}mm" viewBox="${box.minX} ${box.minY} ${width} ${height}">`,
    ...(truncated ? ['<!-- There was more than could be kept. -->'] : []),
    `<g fill="none" stroke="#000" stroke-width="${short(penWidth)}" stroke-linecap="round" stroke-linejoin="round">`,
    ...strokes.map(path),
    '</g>',
    ...(travel.length === 0
      ? []
      : [
          `<g fill="none" stroke="#c33" stroke-width="${short(penWidth / 3)}" stroke-dasharray="${short(penWidth * 3)}">`,
          ...travel.map(path),
          '</g>',
        ]),
    '</svg>',
    '',
  ].join('\n');
}

function path({ points }: Stroke): string {
  const [first, ...rest] = points;
  let last = first!;
  const lines = rest.map((point) => {
    const line = `l${point.x - last.x} ${point.y - last.y}`;
    last = point;
    return line;
  });
  // A line of zero length with round ends is a dot.
  return `<path d="M${first!.x} ${first!.y}${lines.length === 0 ? 'l0 0' : lines.join('')}"/>`;
}

function boxAround(ways: readonly Stroke[], sheet: Sheet) {
  const box = {
    minX: 0,
    minY: 0,
    maxX: Math.round(sheet.sheetWidthMm * sheet.stepsPerMm),
    maxY: Math.round(sheet.sheetHeightMm * sheet.stepsPerMm),
  };
  const include = ({ x, y }: Point) => {
    box.minX = Math.min(box.minX, x);
    box.maxX = Math.max(box.maxX, x);
    box.minY = Math.min(box.minY, y);
    box.maxY = Math.max(box.maxY, y);
  };
  for (const { points } of ways) for (const point of points) include(point);
  return box;
}

function short(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
