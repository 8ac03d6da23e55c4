import { unitsPerEm } from '../../../font/single-line-font.ts';
import type { Path } from '../../../geometry/path.ts';
import type { PlacedGlyph } from './layout.ts';

/** Heights above the base line, in multiples of the font size. */
const heights: Readonly<Record<string, number>> = { underline: -0.13, 'line-through': 0.27, overline: 0.87 };

/** Draws underlines, strike-throughs and overlines, each along consecutive letters. */
export class DecorationLines {
  private readonly open = new Map<string, number[]>();
  private readonly done: number[][] = [];

  add(glyph: PlacedGlyph): void {
    for (const [kind] of this.open) if (!glyph.style.decorations.includes(kind)) this.end(kind);
    for (const kind of glyph.style.decorations) {
      const size = glyph.style.fontSize;
      const angle = (glyph.rotate * Math.PI) / 180;
      const down = -(heights[kind] as number) * size;
      const x = glyph.x - Math.sin(angle) * down;
      const y = glyph.y + Math.cos(angle) * down;
      const line = this.open.get(kind);
      const isNext =
        line !== undefined && Math.hypot(line.at(-2)! - x, line.at(-1)! - y) < size * joinedWithin;
      if (!isNext) this.end(kind);
      const points = isNext ? line : [x, y];
      const end = [x + Math.cos(angle) * glyph.advance, y + Math.sin(angle) * glyph.advance] as const;
      if (isNext && isStraightOn(points, end)) points.splice(-2, 2, ...end);
      else points.push(...end);
      this.open.set(kind, points);
    }
  }

  /** Adds the collected lines to the path. */
  flush(path: Path): void {
    for (const [kind] of this.open) this.end(kind);
    for (const points of this.done) {
      path.moveTo(points[0]!, points[1]!);
      for (let at = 2; at < points.length; at += 2) path.lineTo(points[at]!, points[at + 1]!);
    }
    this.done.length = 0;
  }

  private end(kind: string): void {
    const line = this.open.get(kind);
    if (line !== undefined) this.done.push(line);
    this.open.delete(kind);
  }
}

/**
 * Maximum gap between joined lines, in multiples of the font size. Needed because letters along a path are at
 * small angles to each other.
 */
const joinedWithin = 2 / unitsPerEm;

function isStraightOn(points: readonly number[], [x, y]: readonly [number, number]): boolean {
  const [x0, y0, x1, y1] = points.slice(-4) as [number, number, number, number];
  const cross = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0);
  return Math.abs(cross) <= 1e-9 * ((x - x0) ** 2 + (y - y0) ** 2);
}
