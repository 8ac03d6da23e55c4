import type { Raster } from '../pictures/raster.ts';

const tilesAcross = 72;
/** Share of a tile's pixels that may be ink. */
const inkShare = 0.85;

/**
 * The brightness of the paper, measured in tiles, because shadows and uneven light change paper and ink alike.
 */
export class PaperLight {
  readonly photo: Raster;
  readonly #columns: number;
  readonly #rows: number;
  readonly #tilePx: number;
  /** Red, green and blue of the paper for each tile. */
  readonly #levels: Float32Array;

  constructor(photo: Raster) {
    this.photo = photo;
    this.#tilePx = Math.max(8, Math.ceil(Math.max(photo.width, photo.height) / tilesAcross));
    this.#columns = Math.ceil(photo.width / this.#tilePx);
    this.#rows = Math.ceil(photo.height / this.#tilePx);
    // Gives tiles covered with ink the level of their neighbours, while the edges of shadows stay where they
    // are.
    const brightest = this.#around(this.#tileLevels(), (values) => Math.max(...values));
    this.#levels = this.#around(brightest, (values) => Math.min(...values));
  }

  paperAt(x: number, y: number, [red, green, blue]: Weights): number {
    const [columns, rows] = [this.#columns, this.#rows];
    const u = Math.min(Math.max(x / this.#tilePx - 0.5, 0), columns - 1);
    const v = Math.min(Math.max(y / this.#tilePx - 0.5, 0), rows - 1);
    const [column, row] = [Math.min(Math.floor(u), columns - 2), Math.min(Math.floor(v), rows - 2)];
    let sum = 0;
    for (const [dx, dy] of corners) {
      const at = 3 * (Math.max(0, row + dy) * columns + Math.max(0, column + dx));
      const share = (dx === 1 ? u - column : 1 - u + column) * (dy === 1 ? v - row : 1 - v + row);
      const { [at]: r, [at + 1]: g, [at + 2]: b } = this.#levels;
      sum += share * (red * r! + green * g! + blue * b!);
    }
    return sum;
  }

  /** Returns the brightness at a position, interpolated between pixels; undefined outside of the photo. */
  brightnessAt(x: number, y: number, [red, green, blue]: Weights): number | undefined {
    const { width, height, data } = this.photo;
    const [column, row] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
    if (!(column >= 0 && row >= 0 && column < width - 1 && row < height - 1)) return undefined;
    const [right, down] = [x - 0.5 - column, y - 0.5 - row];
    const at = 4 * (row * width + column);
    const below = at + 4 * width;
    const value = (from: number) => red * data[from]! + green * data[from + 1]! + blue * data[from + 2]!;
    const upper = value(at) * (1 - right) + value(at + 4) * right;
    return upper * (1 - down) + (value(below) * (1 - right) + value(below + 4) * right) * down;
  }

  #tileLevels(): Float32Array {
    const { width, height, data } = this.photo;
    const levels = new Float32Array(3 * this.#columns * this.#rows);
    const counts = new Uint32Array(256);
    for (let tile = 0; tile < levels.length / 3; tile++) {
      const [left, top] = [
        (tile % this.#columns) * this.#tilePx,
        Math.floor(tile / this.#columns) * this.#tilePx,
      ];
      const [right, bottom] = [Math.min(width, left + this.#tilePx), Math.min(height, top + this.#tilePx)];
      for (let channel = 0; channel < 3; channel++) {
        counts.fill(0);
        for (let y = top; y < bottom; y++)
          for (let x = left; x < right; x++) counts[data[4 * (y * width + x) + channel]!]!++;
        let below = (right - left) * (bottom - top) * inkShare;
        let level = 0;
        while (level < 255 && below > counts[level]!) below -= counts[level++]!;
        levels[3 * tile + channel] = Math.max(1, level);
      }
    }
    return levels;
  }

  #around(levels: Float32Array, of: (values: readonly number[]) => number): Float32Array {
    return levels.map((_, at) => {
      const [column, row] = [Math.floor(at / 3) % this.#columns, Math.floor(at / 3 / this.#columns)];
      const values: number[] = [];
      for (let y = Math.max(0, row - 1); y <= Math.min(this.#rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(this.#columns - 1, column + 1); x++)
          values.push(levels[3 * (y * this.#columns + x) + (at % 3)]!);
      return of(values);
    });
  }
}

const corners = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

export type Weights = readonly [red: number, green: number, blue: number];

/**
 * Returns the weights of red, green and blue that show the ink of a pen best. For example, yellow ink is
 * visible only in blue.
 */
export function weightsOf(colour: string): Weights {
  const parts = [1, 3, 5].map((at) => 265 - Number.parseInt(colour.slice(at, at + 2), 16));
  const sum = parts.reduce((total, part) => total + part, 0);
  const [red, green, blue] = Number.isFinite(sum) ? parts.map((part) => part / sum) : [];
  return [red ?? 1 / 3, green ?? 1 / 3, blue ?? 1 / 3];
}
