import type { View } from './view.ts';

/** The sheet, with marks every centimetre along two sides as on a cutting mat. */
export function paintSheet(
  context: CanvasRenderingContext2D,
  view: View,
  stepsPerMm: number,
  colours: { sheet: string; line: string },
): void {
  const { sheet, scale, offsetX, offsetY } = view;
  if (sheet === undefined) return;
  const left = sheet.minX * scale + offsetX;
  const top = sheet.minY * scale + offsetY;
  const width = (sheet.maxX - sheet.minX) * scale;
  const height = (sheet.maxY - sheet.minY) * scale;
  context.fillStyle = colours.sheet;
  context.fillRect(left, top, width, height);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);

  const centimetrePx = 10 * stepsPerMm * scale;
  const every = centimetrePx < 6 ? 5 : 1;
  context.beginPath();
  for (let mark = every; mark * centimetrePx < width; mark += every) {
    const x = Math.round(left + mark * centimetrePx) + 0.5;
    context.moveTo(x, top);
    context.lineTo(x, top + (mark % 5 === 0 ? 8 : 4));
  }
  for (let mark = every; mark * centimetrePx < height; mark += every) {
    const y = Math.round(top + mark * centimetrePx) + 0.5;
    context.moveTo(left, y);
    context.lineTo(left + (mark % 5 === 0 ? 8 : 4), y);
  }
  context.stroke();
}
