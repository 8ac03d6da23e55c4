export interface Bounds {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export interface JobPreview {
  bounds: Bounds | null;
  /** SVG path data: each stroke is `M` and its points. A dot is a stroke of two equal points. */
  path: string;
}

const maxPoints = 2000;
const maxBytes = 28_000;
/** Coarsest grid, in cells along the longer side. If the preview is still too large, strokes are dropped. */
const fewestCells = 32;

/** Four numbers per segment: from x, y to x, y. */
type Segments = number[];

/**
 * Collects strokes of a drawing of any size in bounded memory: rounds points to a grid, which gets coarser if there are
 * too many, and merges identical lines.
 */
export class PreviewPath {
  #cell = 1;
  /** Keeps one of this many new segments. */
  #every = 1;
  #count = 0;
  #points = 0;
  #segments: Segments = [];
  #lines = new Set<string>();
  #touched = new Set<string>();
  #bounds: Bounds | undefined;
  /** Current stroke: its last point, and whether it left its first cell. */
  #stroke: { x: number; y: number; isLine: boolean } | undefined;

  begin(x: number, y: number): void {
    this.end();
    this.#stroke = { x, y, isLine: false };
    this.#include(x, y);
  }

  lineTo(x: number, y: number): void {
    const stroke = this.#stroke;
    if (stroke === undefined) return;
    this.#include(x, y);
    const isLine = this.#snap(stroke.x) !== this.#snap(x) || this.#snap(stroke.y) !== this.#snap(y);
    if (isLine) this.#add(stroke.x, stroke.y, x, y);
    this.#stroke = { x, y, isLine: stroke.isLine || isLine };
  }

  /** A stroke within a cell becomes a dot. */
  end(): void {
    const stroke = this.#stroke;
    this.#stroke = undefined;
    if (stroke !== undefined && !stroke.isLine) this.#add(stroke.x, stroke.y, stroke.x, stroke.y);
  }

  preview(): JobPreview {
    this.end();
    const bounds = this.#bounds;
    if (bounds === undefined) return { bounds: null, path: '' };
    const { minX, minY, maxX, maxY } = bounds;
    // Rounded points may lie slightly outside.
    const point = (x: number, y: number) =>
      `${Math.min(maxX, Math.max(minX, x))} ${Math.min(maxY, Math.max(minY, y))}`;
    const parts: string[] = [];
    const segments = this.#segments;
    for (let at = 0; at < segments.length; at += 4) {
      const [fromX, fromY, toX, toY] = segments.slice(at, at + 4) as [number, number, number, number];
      if (continues(segments, at)) parts.push(` ${point(toX, toY)}`);
      else parts.push(`M${point(fromX, fromY)} ${point(toX, toY)}`);
    }
    return { bounds, path: parts.join('') };
  }

  #snap(value: number): number {
    return Math.round(value / this.#cell) * this.#cell;
  }

  #add(fromX: number, fromY: number, toX: number, toY: number): void {
    if (this.#count++ % this.#every !== 0) return;
    this.#keep(fromX, fromY, toX, toY);
    while (this.#points > this.#maxPoints()) this.#reduce();
  }

  #keep(...exact: [number, number, number, number]): void {
    const [fromX, fromY, toX, toY] = exact.map((value) => this.#snap(value)) as typeof exact;
    const from = `${fromX} ${fromY}`;
    const to = `${toX} ${toY}`;
    const isDot = from === to;
    const line = from < to ? `${from} ${to}` : `${to} ${from}`;
    if (isDot ? this.#touched.has(from) : this.#lines.has(line)) return;
    this.#lines.add(line);
    this.#touched.add(from).add(to);
    const at = this.#segments.push(fromX, fromY, toX, toY) - 4;
    this.#points += continues(this.#segments, at) ? 1 : 2;
  }

  #reduce(): void {
    const before = this.#segments;
    this.#segments = [];
    this.#points = 0;
    this.#lines = new Set();
    this.#touched = new Set();
    const isCoarse = this.#cell * fewestCells > this.#extent();
    if (isCoarse) this.#every *= 2;
    else this.#cell *= 2;
    for (let at = 0; at < before.length; at += isCoarse ? 8 : 4)
      this.#keep(...(before.slice(at, at + 4) as [number, number, number, number]));
  }

  #extent(): number {
    const { minX, minY, maxX, maxY } = this.#bounds!;
    return Math.max(maxX - minX, maxY - minY);
  }

  /** Returns the maximum number of points, which is lower if their numbers are long. */
  #maxPoints(): number {
    const { minX, minY, maxX, maxY } = this.#bounds!;
    const digits = String(Math.max(-minX, -minY, maxX, maxY, 1)).length;
    return Math.min(maxPoints, Math.floor(maxBytes / (2 * (digits + 2))));
  }

  #include(x: number, y: number): void {
    const { minX, minY, maxX, maxY } = this.#bounds ?? { minX: x, minY: y, maxX: x, maxY: y };
    if (this.#bounds !== undefined && x >= minX && x <= maxX && y >= minY && y <= maxY) return;
    this.#bounds = {
      minX: Math.min(minX, x),
      minY: Math.min(minY, y),
      maxX: Math.max(maxX, x),
      maxY: Math.max(maxY, y),
    };
  }
}

function continues(segments: Segments, at: number): boolean {
  const isDot = segments[at] === segments[at + 2] && segments[at + 1] === segments[at + 3];
  return at > 0 && !isDot && segments[at - 2] === segments[at] && segments[at - 1] === segments[at + 1];
}
