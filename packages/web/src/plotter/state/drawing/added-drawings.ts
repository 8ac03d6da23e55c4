import type { MachineProfile } from '@stationery/client';
import { type Box, emptyBox, include, layOut, type SheetObject } from '@stationery/drawing';
import { movedBox } from './changed-lines.ts';
import type { PaperSize } from './extent.ts';
import { arrangementOf } from './operation-settings.ts';
import type { Layout } from './placed-drawing.ts';
import { initialLayers, placementOf, type Settings } from './settings.ts';
import { arrangeSketch, pagesOf } from './sheet.ts';
import type { Sketch } from './sketch.ts';

const gapMm = 5;

/**
 * Returns the settings of a sheet after `count` drawings were added. Placed drawings stay, and the new ones are placed
 * beside them. Returns undefined if the drawings are still arranged in rows and need not keep their places, because
 * they are then arranged again.
 */
export function settingsWithAdded(
  { settings, fitMode }: Layout,
  read: Sketch,
  count: number,
  { machine, keepsPlaces }: { machine: MachineProfile; keepsPlaces: boolean },
): Settings | undefined {
  const isInRows = settings.sheet === undefined && fitMode !== undefined && !keepsPlaces;
  if (count === 0 || isInRows) return undefined;
  const pages = pagesOf(read);
  const before = layOut(pages.slice(0, -count), arrangementOf(settings.operations, settings.sheet));
  const objects: SheetObject[] = before.objects.map(({ transform: _, ...place }) => place);
  const { widthMm, heightMm } = before;
  const sheetOf = (all: SheetObject[]) => ({ widthMm, heightMm, objects: all });
  const placed = { ...settings, sheet: sheetOf(objects) };
  const { sketch } = arrangeSketch(read, arrangementOf(settings.operations, placed.sheet));
  const { placement } = placementOf(sketch, placed, machine);
  if (placement === undefined) return undefined;
  const { paper, transform } = placement;
  const isOnPaper = (box: Box) => {
    const { minX, minY, maxX, maxY } = movedBox(box, transform);
    return minX >= 0 && minY >= 0 && maxX <= paper.widthMm && maxY <= paper.heightMm;
  };
  for (let drawing = pages.length - count; drawing < pages.length; drawing++)
    objects.push({ drawing, ...placeBeside(boxAround(pages, objects), pages[drawing]!, isOnPaper) });
  const known = new Set(settings.layers.map(({ index }) => index));
  const added = initialLayers(sketch, machine).filter(({ index }) => !known.has(index));
  return { ...settings, sheet: sheetOf(objects), layers: [...settings.layers, ...added] };
}

function boxAround(pages: readonly PaperSize[], objects: SheetObject[]): Box {
  const around = emptyBox();
  for (const { drawing, transform } of layOut(pages, { kind: 'arrange', objects }).objects) {
    const { widthMm, heightMm } = pages[drawing]!;
    const { minX, minY, maxX, maxY } = movedBox(
      { minX: 0, minY: 0, maxX: widthMm, maxY: heightMm },
      transform,
    );
    include(around, minX, minY);
    include(around, maxX, maxY);
  }
  return around;
}

/**
 * Returns a place to the right of the box, below, above or to the left of it if the paper has space there, otherwise on
 * top of it.
 */
function placeBeside(
  { minX, minY, maxX, maxY }: Box,
  { widthMm, heightMm }: PaperSize,
  isOnPaper: (box: Box) => boolean,
): { xMm: number; yMm: number } {
  const [w, h] = [widthMm / 2, heightMm / 2];
  const middle = { xMm: (minX + maxX) / 2, yMm: (minY + maxY) / 2 };
  const places = [
    { ...middle, xMm: maxX + gapMm + w },
    { ...middle, yMm: maxY + gapMm + h },
    { ...middle, yMm: minY - gapMm - h },
    { ...middle, xMm: minX - gapMm - w },
  ];
  const isFree = ({ xMm, yMm }: typeof middle) =>
    isOnPaper({ minX: xMm - w, maxX: xMm + w, minY: yMm - h, maxY: yMm + h });
  return places.find(isFree) ?? middle;
}
