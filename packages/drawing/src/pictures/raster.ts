export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Like `ImageData`. Alpha is ignored, because transparent pixels have already become white paper. */
export interface Raster extends PictureSize {
  readonly data: Uint8ClampedArray;
}

/** At this size, a pixel is smaller than the dot of a pen on an A3 sheet. */
export const maxRasterSide = 1024;
/** About the size of the largest photos from phones. Limits the memory of decoders. */
export const maxMegapixels = 50;

export function rasterSize(width: number, height: number, maxSide = maxRasterSide): PictureSize {
  const factor = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
}

/** Averages pixels, which can be added in any order, so that a large picture is never in memory twice. */
export class RasterBuilder {
  readonly #size: PictureSize;
  readonly #columns: Int32Array;
  readonly #rows: Int32Array;
  readonly #sums: Float32Array;
  readonly #counts: Uint32Array;

  constructor(width: number, height: number, maxSide: number) {
    this.#size = rasterSize(width, height, maxSide);
    const { width: columns, height: rows } = this.#size;
    this.#columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x * columns) / width));
    this.#rows = Int32Array.from({ length: height }, (_, y) => Math.floor((y * rows) / height) * columns);
    this.#sums = new Float32Array(3 * columns * rows);
    this.#counts = new Uint32Array(columns * rows);
  }

  add(x: number, y: number, red: number, green: number, blue: number): void {
    const at = this.#rows[y]! + this.#columns[x]!;
    this.#sums[3 * at]! += red;
    this.#sums[3 * at + 1]! += green;
    this.#sums[3 * at + 2]! += blue;
    this.#counts[at]!++;
  }

  build(): Raster {
    const data = new Uint8ClampedArray(4 * this.#counts.length);
    for (let at = 0; at < this.#counts.length; at++) {
      const count = this.#counts[at] || 1;
      for (let part = 0; part < 3; part++) data[4 * at + part] = this.#sums[3 * at + part]! / count;
      data[4 * at + 3] = 255;
    }
    return { ...this.#size, data };
  }
}

/** Rotates and mirrors a raster. `orientation` is from 1 to 8, as in Exif. */
export function oriented(raster: Raster, orientation: number): Raster {
  if (orientation < 2 || orientation > 8) return raster;
  const { width, height, data } = raster;
  const isTurned = orientation >= 5;
  const to = { width: isTurned ? height : width, height: isTurned ? width : height };
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const turned = new Uint32Array(from.length);
  const [flipX, flipY] = [[2, 3, 7, 8].includes(orientation), [3, 4, 6, 7].includes(orientation)];
  for (let y = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++) {
      const [column, row] = isTurned ? [y, x] : [x, y];
      const sourceX = flipX ? width - 1 - column : column;
      const sourceY = flipY ? height - 1 - row : row;
      turned[y * to.width + x] = from[sourceY * width + sourceX]!;
    }
  }
  return { ...to, data: new Uint8ClampedArray(turned.buffer) };
}
