import { computed } from '@preact/signals';
import { type Box, composed, type Transform } from '@stationery/drawing';
import { bedView } from '../../../state/bed/scene.ts';
import type { Point } from '../../../state/bed/view.ts';
import { inverted, movedBox } from '../../../state/drawing/changed-lines.ts';
import { drawingSession } from '../../../state/drawing/current-session.ts';
import { paperAtOf } from '../../../state/drawing/settings.ts';
import type { Selection } from '../../../state/drawing/sheet.ts';
import { machine } from '../../../state/store.ts';

/** Maps millimetres on the paper to pixels of the bed. */
export const paperView = computed(() => {
  const [view, settings, profile] = [bedView.value, drawingSession.value?.settings.value, machine.value];
  if (view === undefined || settings === undefined || profile === undefined) return undefined;
  const pxPerMm = view.scale * profile.stepsPerMm;
  const { xMm, yMm } = paperAtOf(settings, profile);
  return { pxPerMm, offsetX: view.offsetX + xMm * pxPerMm, offsetY: view.offsetY + yMm * pxPerMm };
});

/** Maps the paper as planned to where the sheet lies; undefined without an alignment. */
export const sheetMove = computed(() => drawingSession.value?.placement.value?.registration);

/** Like `sheetMove`, in pixels of the bed. */
export const sheetMovePx = computed(() => {
  const [view, move] = [paperView.value, sheetMove.value];
  if (view === undefined || move === undefined) return undefined;
  const toPx = paperToPx(view);
  return composed(composed(toPx, move), inverted(toPx));
});

type PaperView = NonNullable<typeof paperView.value>;

export function toPaper({ pxPerMm, offsetX, offsetY }: PaperView, { x, y }: Point): Point {
  return { x: (x - offsetX) / pxPerMm, y: (y - offsetY) / pxPerMm };
}

export const boxToPx = (view: PaperView, box: Box): Box => movedBox(box, paperToPx(view));

export function paperToPx({ pxPerMm, offsetX, offsetY }: PaperView): Transform {
  return { a: pxPerMm, b: 0, c: 0, d: pxPerMm, e: offsetX, f: offsetY };
}

export const movedToPx = (view: PaperView, move: Transform): Transform => composed(paperToPx(view), move);

/** Corners clockwise from the top left, and the centre of the page. */
export function cornersOf(view: PaperView, { own, page, transform }: Selection) {
  const { a, b, c, d, e, f } = movedToPx(view, transform);
  const px = (x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f });
  return {
    corners: [
      px(own.minX, own.minY),
      px(own.maxX, own.minY),
      px(own.maxX, own.maxY),
      px(own.minX, own.maxY),
    ] as const,
    middle: px(page.widthMm / 2, page.heightMm / 2),
  };
}
