/** Where something may be drawn. */
export interface Region {
  /** Whether everything in this box is inside for certain; `false` may mean that nobody looked closely. */
  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean;
  /** Whether nothing in this box is inside for certain. */
  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean;
  contains(x: number, y: number): boolean;
  /** Adds to `out` every t in 0 … 1 at which the way from one point to the other meets the edge. */
  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void;
}

/** A line on the edge is inside: frames are often drawn along the very edge that clips them. */
export const edgeMm = 0.001;

export class RectangleRegion implements Region {
  private readonly minX: number;
  private readonly minY: number;
  private readonly maxX: number;
  private readonly maxY: number;

  constructor(minX: number, minY: number, maxX: number, maxY: number) {
    this.minX = minX;
    this.minY = minY;
    this.maxX = maxX;
    this.maxY = maxY;
  }

  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return (
      minX >= this.minX - edgeMm &&
      minY >= this.minY - edgeMm &&
      maxX <= this.maxX + edgeMm &&
      maxY <= this.maxY + edgeMm
    );
  }

  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return (
      maxX < this.minX - edgeMm ||
      maxY < this.minY - edgeMm ||
      minX > this.maxX + edgeMm ||
      minY > this.maxY + edgeMm
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
}

function addIfInside(t: number, out: number[]): void {
  if (t > 0 && t < 1) out.push(t);
}

/** Inside of at least one: the shapes of a clip path. Of none, nothing is inside. */
export class UnionRegion implements Region {
  private readonly parts: readonly Region[];

  constructor(parts: readonly Region[]) {
    this.parts = parts;
  }

  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.parts.some((part) => part.holdsBox(minX, minY, maxX, maxY));
  }

  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.parts.every((part) => part.missesBox(minX, minY, maxX, maxY));
  }

  contains(x: number, y: number): boolean {
    return this.parts.some((part) => part.contains(x, y));
  }

  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void {
    for (const part of this.parts) part.crossings(x0, y0, x1, y1, out);
  }
}

/** Inside of all: a clip path inside a clip path. */
export class IntersectionRegion implements Region {
  private readonly parts: readonly Region[];

  constructor(parts: readonly Region[]) {
    this.parts = parts;
  }

  holdsBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.parts.every((part) => part.holdsBox(minX, minY, maxX, maxY));
  }

  missesBox(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return this.parts.some((part) => part.missesBox(minX, minY, maxX, maxY));
  }

  contains(x: number, y: number): boolean {
    return this.parts.every((part) => part.contains(x, y));
  }

  crossings(x0: number, y0: number, x1: number, y1: number, out: number[]): void {
    for (const part of this.parts) part.crossings(x0, y0, x1, y1, out);
  }
}
