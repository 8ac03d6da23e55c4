import type { PictureOptions } from '../options/picture-options.ts';
import type { Raster } from './raster.ts';
import type { Tone } from './tone.ts';

const levels = 32;
const rounds = 40;

export function tonesOf(raster: Raster, options: PictureOptions): Tone[] {
  const { inks, sizeMm } = options;
  const { left, top, width, height } = partOf(raster, options.part);
  const curve = toneCurve(options);
  const mmPerPixel = sizeMm / Math.max(width, height);
  const share = inks.length === 1 ? brightnessTable() : inkTable(inks);
  return inks.map((_, ink) => {
    const values = new Float32Array(width * height);
    for (let y = 0; y < height; y++) {
      let from = 4 * ((top + y) * raster.width + left);
      for (let x = 0; x < width; x++, from += 4)
        values[y * width + x] = share(
          curve[raster.data[from]!]!,
          curve[raster.data[from + 1]!]!,
          curve[raster.data[from + 2]!]!,
          ink,
        );
    }
    return { width, height, values, mmPerPixel };
  });
}

function partOf({ width, height }: Raster, part: readonly number[]) {
  const [x, y, w, h] = part.map((percent) => percent / 100) as [number, number, number, number];
  const left = Math.min(Math.floor(x * width), width - 1);
  const top = Math.min(Math.floor(y * height), height - 1);
  return {
    left,
    top,
    width: Math.min(width - left, Math.max(1, Math.round(w * width))),
    height: Math.min(height - top, Math.max(1, Math.round(h * height))),
  };
}

/**
 * Returns the absorption for each value of a channel. Brightness shifts the curve, contrast stretches it around
 * the middle.
 */
function toneCurve({ brightness, contrast }: PictureOptions): Float32Array {
  const slope = contrast >= 0 ? 1 + contrast / 33 : 1 + contrast / 110;
  return Float32Array.from({ length: 256 }, (_, value) => {
    const light = (value / 255 - 0.5) * slope + 0.5 + brightness / 200;
    return Math.min(1, Math.max(0, 1 - light));
  });
}

type ShareOf = (red: number, green: number, blue: number, ink: number) => number;

const brightnessTable = (): ShareOf => (red, green, blue) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Returns a function that computes the shares of inks whose mixture looks most like a colour. */
function inkTable(inks: readonly string[]): ShareOf {
  const absorbed = inks.map((ink) =>
    [1, 3, 5].map((at) => 1 - Number.parseInt(ink.slice(at, at + 2), 16) / 255),
  );
  const table = new Float32Array(levels ** 3 * inks.length);
  const shares = new Float64Array(inks.length);
  for (let colour = 0; colour < levels ** 3; colour++) {
    const wanted = [colour >> 10, (colour >> 5) & 31, colour & 31].map((level) => level / (levels - 1));
    separate(wanted, absorbed, shares);
    table.set(shares, colour * inks.length);
  }
  const level = (value: number) => Math.round(value * (levels - 1));
  return (red, green, blue, ink) =>
    table[((level(red) << 10) | (level(green) << 5) | level(blue)) * inks.length + ink]!;
}

/**
 * Separates a colour by non-negative least squares with coordinate descent: each ink in turn takes what the
 * others leave.
 */
function separate(
  wanted: readonly number[],
  inks: readonly (readonly number[])[],
  shares: Float64Array,
): void {
  const rest = [...wanted];
  shares.fill(0);
  // Start with the last ink, so that black, which comes last in CMYK, replaces equal parts of the others.
  for (let round = 0; round < rounds; round++) {
    for (let ink = inks.length - 1; ink >= 0; ink--) {
      const absorbed = inks[ink]!;
      let along = 0;
      let squared = 1e-9;
      for (let part = 0; part < 3; part++) {
        along += absorbed[part]! * rest[part]!;
        squared += absorbed[part]! ** 2;
      }
      const before = shares[ink]!;
      const after = Math.min(1, Math.max(0, before + along / squared));
      shares[ink] = after;
      for (let part = 0; part < 3; part++) rest[part]! -= (after - before) * absorbed[part]!;
    }
  }
}
