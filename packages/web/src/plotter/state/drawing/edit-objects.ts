import { maxObjects } from '@stationery/contract/operation-table';
import { gridInRoom } from '@stationery/drawing';
import type { PaperSize } from './extent.ts';
import { noOperations } from './operation-settings.ts';
import type { DrawingSession } from './session.ts';

/** Moving more points would take too long on a slow computer. */
const maxPoints = 4_000_000;
const copyAwayMm = 10;

export type Side = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom';

/** Selects the next or previous drawing. After the last one, selects all. */
export function selectNext(session: DrawingSession, by: 1 | -1): void {
  const count = session.objects.peek().length;
  const at = session.selection.peek()?.index ?? (by > 0 ? -1 : count);
  const next = at + by;
  session.selected.value = next < 0 || next >= count ? undefined : next;
}

/** Returns the index of the selected drawing, or of the first one if all are copies of the same drawing. */
function copied(session: DrawingSession): number | undefined {
  const objects = session.objects.value;
  const areAlike = objects.every(({ drawing }) => drawing === objects[0]!.drawing);
  return session.selection.value?.index ?? (areAlike ? 0 : undefined);
}

/** Returns how many copies of the drawing the limits allow, given the other objects on the sheet and their points. */
function maxCopies(session: DrawingSession, others: number, otherPoints: number): number {
  const [index, points] = [copied(session), session.sketch.value?.starts];
  if (index === undefined || points === undefined) return 0;
  const [from, to] = session.objects.value[index]!.strokes;
  const own = Math.max(1, points[to]! - points[from]!);
  return Math.min(maxObjects - others, Math.floor((maxPoints - otherPoints) / own));
}

export const copiesLeft = (session: DrawingSession) =>
  maxCopies(session, session.objects.value.length, session.sketch.value?.starts.at(-1) ?? 0);

export const canFill = (session: DrawingSession) => maxCopies(session, 0, 0) > 0;

export function copySelected(session: DrawingSession): void {
  const [index, sheet] = [copied(session), session.sheetNow()];
  if (index === undefined || sheet === undefined || copiesLeft(session) < 1) return;
  const placed = session.selectionOf(index)?.placed;
  if (placed === undefined) return;
  const offset = { xMm: placed.offset.xMm + copyAwayMm, yMm: placed.offset.yMm + copyAwayMm };
  const copy = session.onSheet(sheet.objects[index]!.drawing, { ...placed, offset });
  const objects = [...sheet.objects, ...(copy ? [copy] : [])];
  session.change({ sheet: { ...sheet, objects } }, `copy ${objects.length}`);
  session.selected.value = objects.length - 1;
}

export function removeSelected(session: DrawingSession): void {
  const [index, sheet] = [session.selection.peek()?.index, session.sheetNow()];
  if (index === undefined || sheet === undefined || sheet.objects.length < 2) return;
  const objects = sheet.objects.filter((_, at) => at !== index);
  session.change({ sheet: { ...sheet, objects } }, `remove ${objects.length}`);
  session.selected.value = undefined;
}

export function arrangeInRows(session: DrawingSession): void {
  session.change({ sheet: undefined });
  session.selected.value = undefined;
}

/** Fills the sheet with as many copies of the selected drawing as fit between the margins. */
export function fillSheet(session: DrawingSession): void {
  const [index, sheet] = [copied(session), session.sheetNow()];
  const [selection, room] = [
    index === undefined ? undefined : session.selectionOf(index),
    session.room.peek(),
  ];
  if (!sheet || !selection || !room) return;
  const { placed, box } = selection;
  const gapMm = { ...noOperations, ...session.settings.peek()?.operations }.copyGapMm;
  const [widthMm, heightMm] = [box.maxX - box.minX, box.maxY - box.minY];
  const grid = gridInRoom({ widthMm, heightMm }, gapMm, room);
  const most = Math.max(1, maxCopies(session, 0, 0));
  const columns = Math.min(grid.columns, most);
  const rows = Math.min(grid.rows, Math.floor(most / columns));
  const [stepX, stepY] = [widthMm + gapMm, heightMm + gapMm];
  const left = (room.minX + room.maxX - columns * stepX + gapMm) / 2;
  const top = (room.minY + room.maxY - rows * stepY + gapMm) / 2;
  const { drawing } = sheet.objects[index!]!;
  const objects = Array.from({ length: columns * rows }, (_, at) => {
    const [xMm, yMm] = [left + (at % columns) * stepX, top + Math.floor(at / columns) * stepY];
    const offset = { xMm: placed.offset.xMm + xMm - box.minX, yMm: placed.offset.yMm + yMm - box.minY };
    return session.onSheet(drawing, { ...placed, offset })!;
  });
  session.change({ sheet: { ...sheet, objects } }, 'fill');
  session.selected.value = undefined;
}

export function alignWith(session: DrawingSession, side: Side): void {
  const [selection, room] = [session.selection.peek(), session.room.peek()];
  if (selection === undefined || room === undefined) return;
  const { box, placed } = selection;
  const { xMm, yMm } = placed.offset;
  const by = {
    left: { x: room.minX - box.minX },
    centre: { x: (room.minX + room.maxX - box.minX - box.maxX) / 2 },
    right: { x: room.maxX - box.maxX },
    top: { y: room.minY - box.minY },
    middle: { y: (room.minY + room.maxY - box.minY - box.maxY) / 2 },
    bottom: { y: room.maxY - box.maxY },
  }[side] as { x?: number; y?: number };
  session.changeSelection({ offset: { xMm: xMm + (by.x ?? 0), yMm: yMm + (by.y ?? 0) } });
}

export function fitSelected(session: DrawingSession, paper: PaperSize): void {
  const [selection, room] = [session.selection.peek(), session.room.peek()];
  if (selection === undefined || room === undefined) return;
  const { box, placed } = selection;
  const ratio = (space: number, side: number) => (side > 0 ? space / side : Infinity);
  const factor = Math.min(
    ratio(room.maxX - room.minX, box.maxX - box.minX),
    ratio(room.maxY - room.minY, box.maxY - box.minY),
  );
  if (!Number.isFinite(factor) || factor <= 0) return;
  // Accounts for lines that are not centred on the page.
  const along = (min: number, max: number, from: number, to: number, side: number, offset: number) =>
    (from + to) / 2 - factor * ((min + max) / 2 - side / 2 - offset) - side / 2;
  session.changeSelection({
    scale: placed.scale * factor,
    offset: {
      xMm: along(box.minX, box.maxX, room.minX, room.maxX, paper.widthMm, placed.offset.xMm),
      yMm: along(box.minY, box.maxY, room.minY, room.maxY, paper.heightMm, placed.offset.yMm),
    },
  });
}
