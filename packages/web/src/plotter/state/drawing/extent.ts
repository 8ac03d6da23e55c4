import { computed } from '@preact/signals';
import type { Box } from '@stationery/drawing';
import { outline, placement, settings } from './session.ts';
import type { Settings } from './settings.ts';

const turn = computed(() => settings.value?.rotate ?? 0);

/** The box around all that is drawn, turned as it is wanted, at its own size, from the middle of its page. */
const turned = computed<Box | undefined>(() => {
  const drawn = outline.value;
  if (drawn === undefined) return undefined;
  const angle = (turn.value * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const { xy, widthMm, heightMm } = drawn;
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let at = 0; at < xy.length; at += 2) {
    const [u, v] = [xy[at]! - widthMm / 2, xy[at + 1]! - heightMm / 2];
    const [x, y] = [cos * u - sin * v, sin * u + cos * v];
    if (x < box.minX) box.minX = x;
    if (x > box.maxX) box.maxX = x;
    if (y < box.minY) box.minY = y;
    if (y > box.maxY) box.maxY = y;
  }
  return box;
});

/** Where on the paper the drawing lies, in millimetres from its upper left corner. */
export const extent = computed<Box | undefined>(() => {
  const [box, now, where] = [turned.value, settings.value, placement.value];
  if (!box || !now || !where || 'why' in where) return undefined;
  const { scale, offset } = now;
  const [x, y] = [where.paper.widthMm / 2 + offset.xMm, where.paper.heightMm / 2 + offset.yMm];
  return {
    minX: x + box.minX * scale,
    maxX: x + box.maxX * scale,
    minY: y + box.minY * scale,
    maxY: y + box.maxY * scale,
  };
});

/** The changes that lay its upper left corner there. */
export function movedTo(now: Settings, box: Box, to: { xMm?: number; yMm?: number }): Partial<Settings> {
  const { xMm, yMm } = now.offset;
  return {
    offset: { xMm: xMm + (to.xMm ?? box.minX) - box.minX, yMm: yMm + (to.yMm ?? box.minY) - box.minY },
  };
}

/** The changes that make it so many times larger, with its upper left corner where it is. */
export function grown(now: Settings, box: Box, paper: { widthMm: number; heightMm: number }, by: number) {
  const [fromX, fromY] = [
    paper.widthMm / 2 + now.offset.xMm - box.minX,
    paper.heightMm / 2 + now.offset.yMm - box.minY,
  ];
  return {
    scale: now.scale * by,
    offset: { xMm: now.offset.xMm + fromX * (by - 1), yMm: now.offset.yMm + fromY * (by - 1) },
  };
}
