import type { Box } from '@stationery/drawing';
import type { Bounds } from '../path/path.ts';
import type { Outline } from './sketch.ts';

/** Where a drawing lies on the paper. */
export interface Placed {
  /** The scale; 1 is the size in the file. */
  scale: number;
  /** In degrees, clockwise. */
  rotate: number;
  /** Distance from the centre of the paper to the centre of the drawing's page. */
  offset: { xMm: number; yMm: number };
}

export interface PaperSize {
  widthMm: number;
  heightMm: number;
}

/** A paper on the bed, in steps. Its sides are not parallel to those of the bed if it was aligned. */
export interface PaperOutline extends Bounds {
  corners: readonly { x: number; y: number }[];
}

export function outlineOf(corners: PaperOutline['corners']): PaperOutline {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return {
    minX: Math.min(...xs),
    minY: Math.min(...ys),
    maxX: Math.max(...xs),
    maxY: Math.max(...ys),
    corners,
  };
}

/** Returns the box around the rotated drawing in its original size, relative to the centre of its page. */
export function turnedBox({ xy, widthMm, heightMm }: Outline, rotate: number): Box {
  const angle = (rotate * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
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
}

/** Returns the box after scaling and moving, relative to the upper left corner of the paper. */
export function boxOnPaper(box: Box, { scale, offset }: Placed, paper: PaperSize): Box {
  const [x, y] = [paper.widthMm / 2 + offset.xMm, paper.heightMm / 2 + offset.yMm];
  return {
    minX: x + box.minX * scale,
    maxX: x + box.maxX * scale,
    minY: y + box.minY * scale,
    maxY: y + box.maxY * scale,
  };
}

/** Returns the changes that move the drawing's upper left corner to `to`. */
export function movedTo(now: Placed, box: Box, to: { xMm?: number; yMm?: number }): Partial<Placed> {
  const { xMm, yMm } = now.offset;
  return {
    offset: { xMm: xMm + (to.xMm ?? box.minX) - box.minX, yMm: yMm + (to.yMm ?? box.minY) - box.minY },
  };
}

/** Returns the changes that scale the drawing by `factor` about its upper left corner. */
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
