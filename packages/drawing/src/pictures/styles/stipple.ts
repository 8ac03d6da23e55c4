import { resampled, type Tone } from '../tone.ts';
import type { Style } from './style.ts';

/** Each round moves every point to the centre of its cell. More rounds change little. */
const rounds = 24;
/** With fewer dark pixels per point, the centres of cells would be coarse. */
const pixelsPerPoint = 12;
const minPixels = 10_000;
const maxPixels = 1_200_000;
/** Pixels with less darkness get no points. */
const minDarkness = 0.004;

export interface Places {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export const stipple: Style = (tone, { points }) => {
  const { x, y } = stipplePlaces(tone, points);
  return Array.from(x, (_, at) => Float64Array.of(x[at]!, y[at]!, x[at]!, y[at]!));
};

/**
 * Places points by weighted Voronoi stippling. They start along a Hilbert curve, so every region has the right
 * number of points from the start and the rounds only spread them.
 */
export function stipplePlaces(given: Tone, count: number): Places {
  const mean = given.values.reduce((sum, value) => sum + value, 0) / given.values.length;
  if (mean < minDarkness / 2) return { x: new Float64Array(0), y: new Float64Array(0) };
  const wanted = (count * pixelsPerPoint) / mean;
  const tone = resampled(given, Math.min(Math.max(wanted, minPixels), maxPixels));
  const { width, height, values, mmPerPixel } = tone;
  const places = startPlaces(tone, count);
  // Squared, because the method makes the density of points the square root of the weight.
  const weights = values.map((value) => (value < minDarkness ? 0 : value * value));
  const cells = new Cells(width, height, weights);
  for (let round = 0; round < rounds; round++) cells.move(places, round === 0 ? 3 : 1);
  return { x: places.x.map((x) => x * mmPerPixel), y: places.y.map((y) => y * mmPerPixel) };
}

function startPlaces({ width, height, values }: Tone, count: number): Places {
  const total = values.reduce((sum, value) => sum + (value < minDarkness ? 0 : value), 0);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  let used = 0;
  let sum = 0;
  alongHilbert(width, height, (column, row) => {
    const value = values[row * width + column]!;
    if (value < minDarkness) return;
    sum += (value / total) * count;
    for (; used < count && sum > used + 0.5; used++) {
      // Spreads the points of a pixel, so that each has its own cell.
      x[used] = column + 0.5 + 0.3 * Math.sin(used * 2.4);
      y[used] = row + 0.5 + 0.3 * Math.cos(used * 2.4);
    }
  });
  return { x: x.subarray(0, used), y: y.subarray(0, used) };
}

function alongHilbert(width: number, height: number, visit: (x: number, y: number) => void): void {
  const side = 2 ** Math.ceil(Math.log2(Math.max(width, height, 2)));
  const walk = (x: number, y: number, ax: number, ay: number, bx: number, by: number): void => {
    const left = Math.min(x, x + ax + bx);
    const top = Math.min(y, y + ay + by);
    if (left >= width || top >= height) return;
    if (Math.abs(ax + ay) === 1) {
      visit(left, top);
      return;
    }
    const [hax, hay, hbx, hby] = [ax / 2, ay / 2, bx / 2, by / 2];
    walk(x, y, hbx, hby, hax, hay);
    walk(x + hax, y + hay, hax, hay, hbx, hby);
    walk(x + hax + hbx, y + hay + hby, hax, hay, hbx, hby);
    walk(x + hax + bx, y + hay + by, -hbx, -hby, -hax, -hay);
  };
  walk(0, 0, side, 0, 0, side);
}

/** For every pixel, its nearest point. Kept between rounds, because for most pixels it stays the same. */
class Cells {
  readonly #width: number;
  readonly #height: number;
  readonly #weights: Float32Array;
  /** Has a border of pixels without a point, so that every pixel has eight neighbours. */
  readonly #owner: Int32Array;

  constructor(width: number, height: number, weights: Float32Array) {
    this.#width = width;
    this.#height = height;
    this.#weights = weights;
    this.#owner = new Int32Array((width + 2) * (height + 2)).fill(-1);
  }

  /** Moves each point to the weighted centre of its cell. */
  move({ x, y }: Places, sweeps: number): void {
    const width = this.#width;
    const height = this.#height;
    const weights = this.#weights;
    const owner = this.#owner;
    for (let point = 0; point < x.length; point++) {
      const column = Math.min(width - 1, Math.max(0, Math.floor(x[point]!)));
      const row = Math.min(height - 1, Math.max(0, Math.floor(y[point]!)));
      owner[(row + 1) * (width + 2) + column + 1] = point;
    }
    for (let sweep = 0; sweep < sweeps; sweep++) {
      spread(owner, width, height, x, y, 1);
      spread(owner, width, height, x, y, -1);
    }
    const mass = new Float64Array(x.length);
    const sumX = new Float64Array(x.length);
    const sumY = new Float64Array(x.length);
    for (let row = 0, at = 0; row < height; row++) {
      let place = (row + 1) * (width + 2) + 1;
      for (let column = 0; column < width; column++, at++, place++) {
        const weight = weights[at]!;
        if (weight === 0) continue;
        const point = owner[place]!;
        mass[point]! += weight;
        sumX[point]! += weight * (column + 0.5);
        sumY[point]! += weight * (row + 0.5);
      }
    }
    for (let point = 0; point < x.length; point++) {
      if (mass[point] === 0) continue;
      x[point] = sumX[point]! / mass[point]!;
      y[point] = sumY[point]! / mass[point]!;
    }
  }
}

/** Offers each pixel the points of the neighbours that the sweep has already passed. */
function spread(
  owner: Int32Array,
  width: number,
  height: number,
  x: Float64Array,
  y: Float64Array,
  step: number,
): void {
  const stride = width + 2;
  for (let line = 0; line < height; line++) {
    const row = step === 1 ? line : height - 1 - line;
    let column = step === 1 ? 0 : width - 1;
    let at = (row + 1) * stride + column + 1;
    const py = row + 0.5;
    let beside = -1;
    for (let left = width; left > 0; left--, column += step, at += step) {
      const before = at - step * stride;
      const mine = owner[at]!;
      const a = owner[before - 1]!;
      const b = owner[before]!;
      const c = owner[before + 1]!;
      let best = mine;
      if (beside !== mine || a !== mine || b !== mine || c !== mine) {
        const px = column + 0.5;
        let nearest = squaredTo(x, y, mine, px, py);
        if (beside !== best) {
          const distance = squaredTo(x, y, beside, px, py);
          if (distance < nearest) {
            nearest = distance;
            best = beside;
          }
        }
        if (b !== best) {
          const distance = squaredTo(x, y, b, px, py);
          if (distance < nearest) {
            nearest = distance;
            best = b;
          }
        }
        if (a !== best && a !== b) {
          const distance = squaredTo(x, y, a, px, py);
          if (distance < nearest) {
            nearest = distance;
            best = a;
          }
        }
        if (c !== best && c !== b && squaredTo(x, y, c, px, py) < nearest) best = c;
        owner[at] = best;
      }
      beside = best;
    }
  }
}

function squaredTo(x: Float64Array, y: Float64Array, point: number, px: number, py: number): number {
  if (point < 0) return Number.POSITIVE_INFINITY;
  const dx = x[point]! - px;
  const dy = y[point]! - py;
  return dx * dx + dy * dy;
}
