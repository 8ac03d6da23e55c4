import type { Box } from '../geometry/box.ts';
import type { Polylines } from '../geometry/polylines.ts';
import { type Area, areaOfBox, emptyArea, type Work } from './area.ts';
import { combineAreas, uniteAreas } from './combine-areas.ts';

/** A part of the page to which lines are cut, such as a clip path. */
export interface Region {
  /** Quick check: true only if this box is certainly inside. */
  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean;
  /** Like `holdsBox`, but checks more closely. For boxes around whole shapes. */
  surrounds(minX: number, minY: number, maxX: number, maxY: number): boolean;
  /** Quick check: true only if this box is certainly outside. */
  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean;
  contains(x: number, y: number): boolean;
  /** Adds every t from 0 to 1 at which the line meets the edge to `out`. */
  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void;
  /** Returns the region as an area, computed on the first call. */
  area(): Area;
}

/** Lines this close to the edge count as inside, because frames are often drawn along the edge that clips them. */
export const edgeToleranceMm = 0.001;

export class RectangleRegion implements Region, Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;

  constructor(minX: number, minY: number, maxX: number, maxY: number) {
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
  }

  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return (
      minX >= this.minX - edgeToleranceMm &&
      minY >= this.minY - edgeToleranceMm &&
      maxX <= this.maxX + edgeToleranceMm &&
      maxY <= this.maxY + edgeToleranceMm
    );
  }

  surrounds(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.holdsBox(minX, minY, maxX, maxY);
  }

  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return (
      maxX < this.minX - edgeToleranceMm ||
      maxY < this.minY - edgeToleranceMm ||
      minX > this.maxX + edgeToleranceMm ||
      minY > this.maxY + edgeToleranceMm
    );
  }

  contains(x: number, y: number): boolean {
    return this.holdsBox(x, y, x, y);
  }

  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    for (const edge of [this.minX, this.maxX]) addIfInside((edge - x0) / dx, out);
    for (const edge of [this.minY, this.maxY]) addIfInside((edge - y0) / dy, out);
  }

  area(): Area {
    return areaOfBox(this);
  }
}

/** Returns a rectangular outline as a rectangle, which is faster to query; undefined for other shapes. */
export function rectangleOf({ points, length, ends }: Polylines): RectangleRegion | undefined {
  const isBack = length === 10 && points[0] === points[8] && points[1] === points[9];
  if (ends.length !== 1 || (length !== 8 && !isBack)) return undefined;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = points as unknown as Tuple8;
  const alongFirst = y0 === y1 && x1 === x2 && y2 === y3 && x3 === x0;
  const downFirst = x0 === x1 && y1 === y2 && x2 === x3 && y3 === y0;
  if (!alongFirst && !downFirst) return undefined;
  return new RectangleRegion(Math.min(x0, x2), Math.min(y0, y2), Math.max(x0, x2), Math.max(y0, y2));
}

type Tuple8 = [number, number, number, number, number, number, number, number];

function addIfInside(t: number, out: number[]): void {
  if (t > 0 && t < 1) out.push(t);
}

const workOfLook = 4;

/**
 * The union or intersection of regions. The shapes of a clip path form a union, which is empty without shapes;
 * a clip path within a clip path forms an intersection. Regions can be nested, so every query calls `work`,
 * which may throw.
 */
export class CombinedRegion implements Region {
  private readonly kind: 'union' | 'intersection';
  private readonly all: readonly Region[];
  private readonly work: Work;
  private known: Area | undefined = undefined;

  constructor(kind: 'union' | 'intersection', parts: readonly Region[], work: Work) {
    this.kind = kind;
    this.all = parts;
    this.work = work;
  }

  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.isInside((part) => part.holdsBox(minX, minY, maxX, maxY));
  }

  surrounds(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.isInside((part) => part.surrounds(minX, minY, maxX, maxY));
  }

  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return !this.isInside((part) => !part.missesBox(minX, minY, maxX, maxY));
  }

  contains(x: number, y: number): boolean {
    return this.isInside((part) => part.contains(x, y));
  }

  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void {
    for (const part of this.parts) part.crossings(x0, y0, x1, y1, out);
  }

  area(): Area {
    this.known ??= this.combined(this.parts.map((part) => part.area()));
    return this.known;
  }

  private combined([first = emptyArea(), ...others]: readonly Area[]): Area {
    if (this.kind === 'union') return uniteAreas([first, ...others], this.work);
    return others.reduce((one, other) => combineAreas(one, other, 'intersect', this.work), first);
  }

  private isInside(test: (part: Region) => boolean): boolean {
    return this.kind === 'union' ? this.parts.some(test) : this.parts.every(test);
  }

  private get parts(): readonly Region[] {
    this.work(workOfLook * this.all.length);
    return this.all;
  }
}
