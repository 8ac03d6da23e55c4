import { type Box, emptyBox, include } from '@stationery/drawing';
import type { Outline } from './sketch.ts';

/** Where a drawing lies on the paper. */
export interface Placed {
  /** 1 is the size in the file. */
  scale: number;
  /** In degrees, clockwise. */
  rotate: number;
  /** From the centre of the paper to the centre of the drawing's page. */
  offset: { xMm: number; yMm: number };
}

export interface PaperSize {
  widthMm: number;
  heightMm: number;
}

/** In steps. Not parallel to the bed if the paper was aligned. */
export interface PaperOutline extends Box {
  corners: readonly { x: number; y: number }[];
}

export function outlineOf(corners: PaperOutline['corners']): PaperOutline {
  const box = emptyBox();
  for (const { x, y } of corners) include(box, x, y);
  return { ...box, corners };
}

/** Returns the box around the rotated lines at their original size, relative to the centre of the page. */
export function turnedBox({ xy, widthMm, heightMm }: Outline, rotate: number): Box {
  const angle = (rotate * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const box = emptyBox();
  for (let at = 0; at < xy.length; at += 2) {
    const [u, v] = [xy[at]! - widthMm / 2, xy[at + 1]! - heightMm / 2];
    include(box, cos * u - sin * v, sin * u + cos * v);
  }
  return box;
}

/** Returns the box relative to the upper left corner of the paper. */
export function boxOnPaper(box: Box, { scale, offset }: Placed, paper: PaperSize): Box {
  const [x, y] = [paper.widthMm / 2 + offset.xMm, paper.heightMm / 2 + offset.yMm];
  return {
    minX: x + box.minX * scale,
    maxX: x + box.maxX * scale,
    minY: y + box.minY * scale,
    maxY: y + box.maxY * scale,
  };
}

/** Moves the upper left corner to `to`. */
export function movedTo(now: Placed, box: Box, to: { xMm?: number; yMm?: number }): Partial<Placed> {
  const { xMm, yMm } = now.offset;
  return {
    offset: { xMm: xMm + (to.xMm ?? box.minX) - box.minX, yMm: yMm + (to.yMm ?? box.minY) - box.minY },
  };
}

/** Scales about the upper left corner. */
export function enlarged(now: Placed, box: Box, paper: PaperSize, factor: number): Partial<Placed> {
  const [fromX, fromY] = [
    paper.widthMm / 2 + now.offset.xMm - box.minX,
    paper.heightMm / 2 + now.offset.yMm - box.minY,
  ];
  return {
    scale: now.scale * factor,
    offset: { xMm: now.offset.xMm + fromX * (factor - 1), yMm: now.offset.yMm + fromY * (factor - 1) },
  };
}
