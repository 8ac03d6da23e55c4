import type { Box } from '@stationery/drawing';
import { cutOffSides, type SizePx, type View } from '../../state/bed/view.ts';
import type { PaperOutline } from '../../state/drawing/extent.ts';

interface SheetOptions extends SizePx {
  context: CanvasRenderingContext2D;
  view: View;
  stepsPerMm: number;
  /** In steps; undefined for the sheet of the machine. */
  paper: PaperOutline | undefined;
  /** In steps; null if the machine has no limits. */
  reach: Box | null;
  colours: { sheet: string; line: string };
}

/** Paints the sheet with marks like those of a cutting mat. Only paper on the sheet is white. */
export function paintSheet(parts: SheetOptions): void {
  const { context, view, stepsPerMm, colours } = parts;
  const { sheet, scale, offsetX, offsetY } = view;
  const paper = new Path2D();
  for (const { x, y } of parts.paper?.corners ?? []) paper.lineTo(x * scale + offsetX, y * scale + offsetY);
  paper.closePath();
  context.fillStyle = colours.sheet;
  context.fill(paper);
  if (sheet === undefined) return;
  const left = sheet.minX * scale + offsetX;
  const top = sheet.minY * scale + offsetY;
  const width = (sheet.maxX - sheet.minX) * scale;
  const height = (sheet.maxY - sheet.minY) * scale;
  if (parts.paper === undefined) context.fillRect(left, top, width, height);
  if (parts.reach !== null && cutOffSides(sheet, parts.reach).length > 0)
    shadeOutside(parts, sheet, parts.reach);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.setLineDash([]);
  context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  context.stroke(paper);

  const mmPx = stepsPerMm * scale;
  if (mmPx >= closeMmPx) paintGrid(parts, { left, top, width, height, cmPx: 10 * mmPx });
  const every = mmPx < 0.6 ? 50 : mmPx < 6 ? 10 : 1;
  const long = (mark: number) => (mark % 50 === 0 ? 8 : mark % 10 === 0 ? (every === 1 ? 6 : 4) : 3);
  context.beginPath();
  for (let mark = every; mark * mmPx < width; mark += every) {
    const x = Math.round(left + mark * mmPx) + 0.5;
    context.moveTo(x, top);
    context.lineTo(x, top + long(mark));
  }
  for (let mark = every; mark * mmPx < height; mark += every) {
    const y = Math.round(top + mark * mmPx) + 0.5;
    context.moveTo(left, y);
    context.lineTo(left + long(mark), y);
  }
  context.stroke();
}

function shadeOutside({ context, view, colours }: SheetOptions, sheet: Box, reach: Box): void {
  const box = ({ minX, minY, maxX, maxY }: Box): [number, number, number, number] => [
    minX * view.scale + view.offsetX,
    minY * view.scale + view.offsetY,
    (maxX - minX) * view.scale,
    (maxY - minY) * view.scale,
  ];
  context.save();
  context.beginPath();
  context.rect(...box(sheet));
  context.clip();
  context.beginPath();
  context.rect(...box(sheet));
  context.rect(...box(reach));
  context.globalAlpha = 0.22;
  context.fillStyle = colours.line;
  context.fill('evenodd');
  context.globalAlpha = 1;
  context.strokeStyle = colours.line;
  context.setLineDash([6, 4]);
  context.strokeRect(...box(reach));
  context.restore();
}

/** Above this scale, the edges are mostly out of view, so grid lines give orientation. */
const closeMmPx = 4;

interface GridBox {
  left: number;
  top: number;
  width: number;
  height: number;
  cmPx: number;
}

function paintGrid({ context, widthPx, heightPx }: SheetOptions, box: GridBox): void {
  const { left, top, width, height, cmPx } = box;
  const [right, bottom] = [Math.min(widthPx, left + width), Math.min(heightPx, top + height)];
  context.globalAlpha = 0.18;
  context.beginPath();
  for (let x = left + Math.max(1, Math.ceil(-left / cmPx)) * cmPx; x < right; x += cmPx) {
    context.moveTo(Math.round(x) + 0.5, Math.max(0, top));
    context.lineTo(Math.round(x) + 0.5, bottom);
  }
  for (let y = top + Math.max(1, Math.ceil(-top / cmPx)) * cmPx; y < bottom; y += cmPx) {
    context.moveTo(Math.max(0, left), Math.round(y) + 0.5);
    context.lineTo(right, Math.round(y) + 0.5);
  }
  context.stroke();
  context.globalAlpha = 1;
}
