/** Darkness of each pixel of a picture, by row, from 0 (paper) to 1 (ink). */
export interface Tone {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
  readonly mmPerPixel: number;
}

/** Returns the darkness at a position, interpolated between the surrounding pixels. */
export function darknessAt({ width, height, values, mmPerPixel }: Tone, xMm: number, yMm: number): number {
  const x = Math.min(Math.max(xMm / mmPerPixel - 0.5, 0), width - 1);
  const y = Math.min(Math.max(yMm / mmPerPixel - 0.5, 0), height - 1);
  const column = Math.min(Math.floor(x), Math.max(0, width - 2));
  const row = Math.min(Math.floor(y), Math.max(0, height - 2));
  const right = x - column;
  const down = y - row;
  const at = row * width + column;
  const nextColumn = width > 1 ? 1 : 0;
  const nextRow = height > 1 ? width : 0;
  const upper = values[at]! * (1 - right) + values[at + nextColumn]! * right;
  const lower = values[at + nextRow]! * (1 - right) + values[at + nextRow + nextColumn]! * right;
  return upper * (1 - down) + lower * down;
}

/** Returns the tone resampled to about this many pixels. */
export function resampled(tone: Tone, pixels: number): Tone {
  const factor = Math.sqrt(pixels / (tone.width * tone.height));
  if (Math.abs(factor - 1) < 0.1) return tone;
  const source = factor < 0.7 ? blurred(tone, 0.4 / factor) : tone;
  const width = Math.max(1, Math.round(tone.width * factor));
  const height = Math.max(1, Math.round(tone.height * factor));
  const mmPerPixel = (tone.mmPerPixel * tone.width) / width;
  const values = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      values[y * width + x] = darknessAt(source, (x + 0.5) * mmPerPixel, (y + 0.5) * mmPerPixel);
  return { width, height, values, mmPerPixel };
}

/** Blurs by three successive averages, which are close to a Gaussian with this standard deviation. */
export function blurred(tone: Tone, pixels: number): Tone {
  const radius = Math.round(pixels);
  if (radius < 1) return tone;
  const { width, height } = tone;
  let values = tone.values;
  for (let round = 0; round < 3; round++) {
    values = averaged(values, width, height, radius, 1, width);
    values = averaged(values, height, width, radius, width, 1);
  }
  return { ...tone, values };
}

/** Averages along lines, whose last value is repeated beyond their ends. */
function averaged(
  values: Float32Array,
  length: number,
  lines: number,
  radius: number,
  step: number,
  lineStep: number,
): Float32Array {
  const result = new Float32Array(values.length);
  const share = 1 / (2 * radius + 1);
  const padded = new Float64Array(length + 2 * radius + 1);
  for (let line = 0; line < lines; line++) {
    const from = line * lineStep;
    for (let place = 0; place < padded.length; place++)
      padded[place] = values[from + Math.min(Math.max(place - radius, 0), length - 1) * step]!;
    let sum = 0;
    for (let place = 0; place <= 2 * radius; place++) sum += padded[place]!;
    for (let place = 0; place < length; place++) {
      result[from + place * step] = sum * share;
      sum += padded[place + 2 * radius + 1]! - padded[place]!;
    }
  }
  return result;
}
