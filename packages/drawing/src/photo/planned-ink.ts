import type { Points } from '../drawing.ts';
import { lengthBetween } from '../geometry/polylines.ts';

export interface PlottedStroke {
  /** Points in millimetres from the machine's origin. */
  readonly points: Points;
  readonly pen: number;
  /** Whether the stroke is a dip beside the sheet. */
  readonly isDip?: boolean;
}

/** Places along strokes, about `stepMm` apart. */
export interface Nodes {
  readonly count: number;
  readonly stepMm: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Unit vector across the stroke, to its right. */
  readonly acrossX: Float32Array;
  readonly acrossY: Float32Array;
  /** Index of the first node of each stroke, followed by the number of nodes. */
  readonly starts: Uint32Array;
  readonly lengthMm: Float64Array;
}

const minStepMm = 0.25;
const maxNodes = 600_000;

export function nodesOf(strokes: readonly PlottedStroke[]): Nodes {
  const lengthMm = Float64Array.from(strokes, ({ points }) => lengthBetween(points));
  const total = lengthMm.reduce((sum, length) => sum + length, 0);
  const stepMm = Math.max(minStepMm, total / maxNodes);
  const starts = new Uint32Array(strokes.length + 1);
  const counts = lengthMm.map((length) => Math.max(1, Math.round(length / stepMm)));
  for (const [stroke, count] of counts.entries()) starts[stroke + 1] = starts[stroke]! + count;
  const count = starts.at(-1)!;
  const [x, y] = [new Float32Array(count), new Float32Array(count)];
  const [acrossX, acrossY] = [new Float32Array(count), new Float32Array(count)];
  for (const [stroke, { points }] of strokes.entries()) {
    const own = lengthMm[stroke]! / counts[stroke]!;
    let [segment, passedMm] = [0, 0];
    for (let node = 0; node < counts[stroke]!; node++) {
      const wantedMm = (node + 0.5) * own;
      let length = segmentLength(points, segment);
      while (passedMm + length < wantedMm && segment + 4 < points.length) {
        passedMm += length;
        segment += 2;
        length = segmentLength(points, segment);
      }
      const share = length === 0 ? 0 : Math.min(1, (wantedMm - passedMm) / length);
      const [dx, dy] = [points[segment + 2]! - points[segment]!, points[segment + 3]! - points[segment + 1]!];
      const at = starts[stroke]! + node;
      x[at] = points[segment]! + share * dx;
      y[at] = points[segment + 1]! + share * dy;
      acrossX[at] = length === 0 ? 1 : -dy / length;
      acrossY[at] = length === 0 ? 0 : dx / length;
    }
  }
  return { count, stepMm, x, y, acrossX, acrossY, starts, lengthMm };
}

function segmentLength(points: Points, at: number): number {
  return Math.hypot(points[at + 2]! - points[at]!, points[at + 3]! - points[at + 1]!);
}

const minCellMm = 0.12;
const maxCells = 1e7;
/** Within this length, parts of the same stroke do not count as neighbouring ink. */
const ownMm = 3;

/** Finds other planned ink beside a stroke. */
export class PlannedInk {
  readonly #nodes: Nodes;
  readonly #cellMm: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #minX: number;
  readonly #minY: number;
  /** For each cell, the first node in it, plus one; 0 for an empty cell. */
  readonly #owners: Int32Array;
  readonly #strokeOf: Uint32Array;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
    const { count, x, y, acrossX, acrossY, stepMm, starts } = nodes;
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = 0; at < count; at++) {
      [minX, maxX] = [Math.min(minX, x[at]!), Math.max(maxX, x[at]!)];
      [minY, maxY] = [Math.min(minY, y[at]!), Math.max(maxY, y[at]!)];
    }
    [this.#minX, this.#minY] = [minX - 1, minY - 1];
    const [width, height] = [maxX - minX + 2, maxY - minY + 2];
    this.#cellMm = Math.max(minCellMm, Math.sqrt((width * height) / maxCells));
    this.#columns = Math.ceil(width / this.#cellMm) + 1;
    this.#rows = Math.ceil(height / this.#cellMm) + 1;
    this.#owners = new Int32Array(this.#columns * this.#rows);
    this.#strokeOf = new Uint32Array(count);
    for (let stroke = 0; stroke + 1 < starts.length; stroke++)
      this.#strokeOf.fill(stroke, starts[stroke], starts[stroke + 1]);
    for (let at = 0; at < count; at++)
      for (let along = -stepMm / 2; along <= stepMm / 2; along += this.#cellMm / 2) {
        const cell = this.#cellAt(x[at]! + along * acrossY[at]!, y[at]! - along * acrossX[at]!);
        // Mark blocks of two by two cells, because a search across the stroke could pass between diagonal
        // cells.
        for (const each of [cell, cell + 1, cell + this.#columns, cell + this.#columns + 1])
          this.#owners[each] ||= at + 1;
      }
  }

  /** Returns the distance, up to `reachMm`, from a node to other ink on one side of it, which is 1 or -1. */
  gapMm(node: number, side: number, reachMm: number): number {
    const { x, y, acrossX, acrossY } = this.#nodes;
    const step = (side * this.#cellMm) / 2;
    for (let count = 0; count * this.#cellMm < 2 * reachMm; count++) {
      const cell = this.#cellAt(
        x[node]! + count * step * acrossX[node]!,
        y[node]! + count * step * acrossY[node]!,
      );
      const owner = this.#owners[cell]! - 1;
      if (owner >= 0 && !this.#isOwn(node, owner)) return (count * this.#cellMm) / 2;
    }
    return reachMm;
  }

  #isOwn(node: number, other: number): boolean {
    return (
      this.#strokeOf[node] === this.#strokeOf[other] && Math.abs(node - other) * this.#nodes.stepMm < ownMm
    );
  }

  #cellAt(xMm: number, yMm: number): number {
    const column = Math.floor((xMm - this.#minX) / this.#cellMm);
    const row = Math.floor((yMm - this.#minY) / this.#cellMm);
    const inside = (place: number, count: number) => Math.min(Math.max(place, 0), count - 2);
    return inside(row, this.#rows) * this.#columns + inside(column, this.#columns);
  }
}
