import { type PictureSize, type Raster, RasterBuilder } from '../raster.ts';

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const isIndexed = 3;

/** First column, first row, column step and row step of each pass of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const allAtOnce = [[0, 0, 1, 1]] as const;

interface Header extends PictureSize {
  readonly depth: number;
  readonly kind: number;
  readonly samples: number;
  readonly isInterlaced: boolean;
  readonly palette: Uint8Array;
  readonly transparency: Uint8Array | undefined;
}

/** Decodes a PNG row by row, so that memory does not grow with the picture. Throws for a damaged file. */
export async function decodePng(file: Uint8Array, size: PictureSize, maxSide: number): Promise<Raster> {
  const { header, pixels } = chunksOf(file, size);
  const raster = new RasterBuilder(size.width, size.height, maxSide);
  const rows = new Rows(pixels);
  try {
    for (const [left, top, stepX, stepY] of header.isInterlaced ? passes : allAtOnce) {
      const columns = Math.ceil((size.width - left) / stepX);
      if (columns <= 0) continue;
      const bits = columns * header.samples * header.depth;
      const pixelBytes = Math.max(1, (header.samples * header.depth) >> 3);
      let before = new Uint8Array(Math.ceil(bits / 8));
      for (let y = top; y < size.height; y += stepY) {
        const row = await rows.next(1 + before.length);
        const values = unfiltered(row, before, pixelBytes);
        addRow(raster, header, values, columns, left, stepX, y);
        before = values;
      }
    }
  } finally {
    await rows.close();
  }
  return raster.build();
}

function chunksOf(file: Uint8Array, size: PictureSize): { header: Header; pixels: Uint8Array[] } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const [depth, kind, interlace] = [file[24]!, file[25]!, file[28]!];
  const samples = samplesOf[kind];
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw new Error('unknown kind of pixels');
  let palette = new Uint8Array(0);
  let transparency: Uint8Array | undefined;
  const pixels: Uint8Array[] = [];
  for (let at = 33; at + 12 <= file.length; ) {
    const length = view.getUint32(at);
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    const content = file.slice(at + 8, at + 8 + length);
    if (name === 'PLTE') palette = content;
    if (name === 'tRNS') transparency = content;
    if (name === 'IDAT') pixels.push(content);
    at += 12 + length;
  }
  const header = { ...size, depth, kind, samples, isInterlaced: interlace === 1, palette, transparency };
  return { header, pixels };
}

class Rows {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);

  constructor(compressed: readonly Uint8Array[]) {
    const stream = new Blob(compressed as Uint8Array<ArrayBuffer>[]).stream();
    this.#reader = stream.pipeThrough(new DecompressionStream('deflate')).getReader();
  }

  async next(length: number): Promise<Uint8Array> {
    if (this.#piece.length >= length) return this.#take(length);
    const row = new Uint8Array(length);
    for (let used = 0; used < length; ) {
      if (this.#piece.length === 0) {
        const { done, value } = await this.#reader.read();
        if (done) throw new Error('pixels are missing');
        this.#piece = value;
      }
      const part = this.#take(Math.min(length - used, this.#piece.length));
      row.set(part, used);
      used += part.length;
    }
    return row;
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }

  #take(length: number): Uint8Array {
    const taken = this.#piece.subarray(0, length);
    this.#piece = this.#piece.subarray(length);
    return taken;
  }
}

/** Reverses the prediction of a row, whose first byte gives the kind of prediction. */
function unfiltered(row: Uint8Array, above: Uint8Array, pixelBytes: number): Uint8Array<ArrayBuffer> {
  const filter = row[0];
  const values = row.slice(1);
  for (let at = 0; at < values.length; at++) {
    const left = at < pixelBytes ? 0 : values[at - pixelBytes]!;
    const up = above[at]!;
    if (filter === 1) values[at]! += left;
    else if (filter === 2) values[at]! += up;
    else if (filter === 3) values[at]! += (left + up) >> 1;
    else if (filter === 4) values[at]! += paeth(left, up, at < pixelBytes ? 0 : above[at - pixelBytes]!);
  }
  return values;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function addRow(
  raster: RasterBuilder,
  header: Header,
  values: Uint8Array,
  columns: number,
  left: number,
  stepX: number,
  y: number,
): void {
  const { kind, depth, samples, palette, transparency } = header;
  const maxSample = 2 ** Math.min(depth, 8) - 1;
  /** Returns the upper eight bits of a sample. */
  const sample = (index: number) => {
    if (depth === 8) return values[index]!;
    if (depth === 16) return values[2 * index]!;
    const bit = index * depth;
    return (values[bit >> 3]! >> (8 - depth - (bit & 7))) & maxSample;
  };
  for (let column = 0; column < columns; column++) {
    const at = column * samples;
    const first = sample(at);
    let [red, green, blue, alpha] = [0, 0, 0, 255];
    if (kind === isIndexed) {
      [red, green, blue] = [
        palette[3 * first] ?? 0,
        palette[3 * first + 1] ?? 0,
        palette[3 * first + 2] ?? 0,
      ];
      alpha = transparency?.[first] ?? 255;
    } else {
      red = (first * 255) / maxSample;
      [green, blue] = samples >= 3 ? [sample(at + 1), sample(at + 2)] : [red, red];
      if (samples % 2 === 0) alpha = sample(at + samples - 1);
    }
    const paper = 255 - alpha;
    const inked = alpha / 255;
    raster.add(left + column * stepX, y, red * inked + paper, green * inked + paper, blue * inked + paper);
  }
}
