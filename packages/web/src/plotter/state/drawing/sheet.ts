import {
  type Box,
  emptyBox,
  include,
  layOut,
  type SheetLayout,
  type SheetObject,
  type Transform,
} from '@stationery/drawing';
import { inverted, movedBox } from './changed-lines.ts';
import type { PaperSize, Placed } from './extent.ts';
import { boundsOf, type Sketch, type SketchPage } from './sketch.ts';

type Arrangement = Parameters<typeof layOut>[1];

type ObjectOnSheet = SheetLayout['objects'][number] & {
  /** `to` is the stroke after the last. */
  strokes: readonly [from: number, to: number];
};

export const pagesOf = (sketch: Sketch): readonly SketchPage[] =>
  sketch.pages ?? [{ widthMm: sketch.widthMm, heightMm: sketch.heightMm, strokes: sketch.layerOf.length }];

/** Returns a sketch of a single drawing unchanged. */
export function arrangeSketch(
  read: Sketch,
  arrangement: Arrangement,
): { sketch: Sketch; objects: readonly ObjectOnSheet[] } {
  const pages = pagesOf(read);
  const { objects: laid, widthMm, heightMm } = layOut(pages, arrangement);
  const firsts = pages.map((_, at) => pages.slice(0, at).reduce((sum, { strokes }) => sum + strokes, 0));
  let strokes = 0;
  const objects = laid.map((object) => {
    const from = strokes;
    strokes += pages[object.drawing]!.strokes;
    return { ...object, strokes: [from, strokes] as const };
  });
  if (pages.length === 1 && arrangement.objects === undefined) return { sketch: read, objects };
  const partOf = (drawing: number) => {
    const first = firsts[drawing]!;
    return { first, end: first + pages[drawing]!.strokes };
  };
  const points = objects.reduce((sum, { drawing }) => {
    const { first, end } = partOf(drawing);
    return sum + read.starts[end]! - read.starts[first]!;
  }, 0);
  const xy = new Float64Array(points * 2);
  const starts = new Uint32Array(strokes + 1);
  const layerOf = new Uint32Array(strokes);
  let at = 0;
  for (const { drawing, transform, strokes: own } of objects) {
    const { first, end } = partOf(drawing);
    const { a, b, c, d, e, f } = transform;
    const move = at - read.starts[first]!;
    for (let stroke = first; stroke < end; stroke++)
      starts[own[0] + stroke - first] = read.starts[stroke]! + move;
    layerOf.set(read.layerOf.subarray(first, end), own[0]);
    for (let from = read.starts[first]!; from < read.starts[end]!; from++, at++) {
      const [x, y] = [read.xy[2 * from]!, read.xy[2 * from + 1]!];
      xy[2 * at] = a * x + c * y + e;
      xy[2 * at + 1] = b * x + d * y + f;
    }
  }
  starts[strokes] = points;
  const counts = read.layers.map(() => 0);
  for (const layer of layerOf) counts[layer]!++;
  const layers = read.layers.map((layer, index) => {
    const count = counts[index]!;
    return { ...layer, strokes: count, isLeftOut: count === 0 && layer.strokes > 0 };
  });
  return { sketch: { ...read, widthMm, heightMm, layers, xy, starts, layerOf }, objects };
}

export interface Selection {
  index: number | undefined;
  placed: Placed;
  /** From the upper left corner of the paper. */
  box: Box;
  /** In the lines' own coordinates, which `transform` converts to the paper's. */
  own: Box;
  page: PaperSize;
  transform: Transform;
}

/** Returns the box of each drawing in its own coordinates. */
export function ownBoxes(read: Sketch): Box[] {
  let from = 0;
  return pagesOf(read).map(({ widthMm, heightMm, strokes }) => {
    const points = read.xy.subarray(read.starts[from]! * 2, read.starts[from + strokes]! * 2);
    from += strokes;
    return boundsOf({ ...read, xy: points, widthMm, heightMm });
  });
}

export function placedOnPaper(
  { xMm, yMm, scale, rotate }: ObjectOnSheet,
  sheet: Placed,
  { paper, transform }: { paper: PaperSize; transform: Transform },
): Placed {
  const { minX, minY } = movedBox({ minX: xMm, minY: yMm, maxX: xMm, maxY: yMm }, transform);
  return {
    scale: sheet.scale * scale,
    rotate: (sheet.rotate + rotate) % 360,
    offset: { xMm: minX - paper.widthMm / 2, yMm: minY - paper.heightMm / 2 },
  };
}

export function placedOnSheet(
  drawing: number,
  { scale, rotate, offset }: Placed,
  sheet: Placed,
  { paper, transform }: { paper: PaperSize; transform: Transform },
): SheetObject {
  const [x, y] = [paper.widthMm / 2 + offset.xMm, paper.heightMm / 2 + offset.yMm];
  const { minX, minY } = movedBox({ minX: x, minY: y, maxX: x, maxY: y }, inverted(transform));
  return { drawing, xMm: minX, yMm: minY, scale: scale / sheet.scale, rotate: (rotate - sheet.rotate) % 360 };
}

export function boxOnPaperOf(
  object: ObjectOnSheet,
  { xy, starts }: Sketch,
  { a, b, c, d, e, f }: Transform,
): Box {
  const [from, to] = object.strokes;
  const box = emptyBox();
  for (let at = starts[from]!; at < starts[to]!; at++) {
    const [u, v] = [xy[2 * at]!, xy[2 * at + 1]!];
    include(box, a * u + c * v + e, b * u + d * v + f);
  }
  return box;
}
