import { describe, expect, it } from 'vitest';
import { samplePicture } from '../../../../tools/lib/sample-picture.mjs';
import { drawPicture } from '../../src/index.ts';
import { OrderSearch } from '../../src/plan/order/search.ts';

const [width, height] = [240, 180];
type Dot = [x: number, y: number];

describe('a stippling', () => {
  it('resembles its picture more than plain Voronoi stippling does', () => {
    const picture = samplePicture(width, height);
    const darkness = Float64Array.from({ length: width * height }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = picture.data.subarray(4 * at, 4 * at + 3);
      return 1 - (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
    });
    const total = darkness.reduce((sum, value) => sum + value, 0);
    const points = 500;
    // Blur the pictures as the eye does, which cannot distinguish points at this distance.
    const blur = 1.5 * Math.sqrt((width * height) / points);
    const meant = blurOf(darkness, blur);
    const similarity = (dots: readonly Dot[]) =>
      structuralSimilarity(blurOf(inkOf(dots, total / points), blur), meant);
    const { strokes, widthMm } = drawPicture(picture, { points });
    const scale = width / widthMm;
    const ours = strokes.map(({ points: [x = 0, y = 0] }): Dot => [x * scale, y * scale]);
    const plain = plainStippling(darkness, randomDots(darkness, points), 40);
    expect(similarity(ours)).toBeGreaterThan(0.99);
    expect(similarity(ours) - similarity(plain)).toBeGreaterThan(0.04);
  });
});

describe('a single line', () => {
  it('is nearly as short as the result of a search with 20 times as many tries', () => {
    const { strokes } = drawPicture(samplePicture(1024, 768), { style: 'line', points: 2000 });
    const line = strokes[0]!.points;
    const length = lengthOf(line);
    expect(length / longSearch(line)).toBeLessThan(1.03);
    // No line through all points is shorter than the minimum spanning tree.
    expect(length / treeLength(line)).toBeLessThan(1.08);
  });
});

function randomDots(darkness: Float64Array, count: number): Dot[] {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const dots: Dot[] = [];
  while (dots.length < count) {
    const [x, y] = [width * random(), height * random()];
    if (random() < darkness[Math.floor(y) * width + Math.floor(x)]!) dots.push([x, y]);
  }
  return dots;
}

/** Places points by Lloyd's method, weighted with the darkness. Compares every pixel with every point. */
function plainStippling(darkness: Float64Array, start: readonly Dot[], rounds: number): Dot[] {
  let dots = [...start];
  for (let round = 0; round < rounds; round++) {
    const sums = dots.map(() => ({ mass: 0, x: 0, y: 0 }));
    for (let at = 0; at < darkness.length; at++) {
      const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
      let nearest = 0;
      let least = Infinity;
      for (let dot = 0; dot < dots.length; dot++) {
        const dx = dots[dot]![0] - x;
        const dy = dots[dot]![1] - y;
        if (dx * dx + dy * dy >= least) continue;
        least = dx * dx + dy * dy;
        nearest = dot;
      }
      const sum = sums[nearest]!;
      sum.mass += darkness[at]!;
      sum.x += darkness[at]! * x;
      sum.y += darkness[at]! * y;
    }
    dots = dots.map((dot, index): Dot => {
      const { mass, x, y } = sums[index]!;
      return mass > 0 ? [x / mass, y / mass] : dot;
    });
  }
  return dots;
}

function inkOf(dots: readonly Dot[], ink: number): Float64Array {
  const field = new Float64Array(width * height);
  for (const [x, y] of dots) {
    const at = Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x));
    field[at]! += ink;
  }
  return field;
}

/** Blurs a picture. Pixels outside are reflected, so that edges do not get lighter. */
function blurOf(field: Float64Array, blur: number): Float64Array {
  const reach = Math.ceil(3 * blur);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * blur ** 2)),
  );
  const sum = kernel.reduce((all, each) => all + each, 0);
  const inside = (at: number, length: number) => {
    const place = ((at % (2 * length)) + 2 * length) % (2 * length);
    return place < length ? place : 2 * length - 1 - place;
  };
  const along = (from: Float64Array, indexOf: (at: number, step: number) => number) =>
    from.map((_, at) => kernel.reduce((all, each, k) => all + each * from[indexOf(at, k - reach)]!, 0) / sum);
  const across = along(field, (at, step) => at - (at % width) + inside((at % width) + step, width));
  return along(across, (at, step) => (at % width) + width * inside(Math.floor(at / width) + step, height));
}

/** Returns the mean similarity over windows of 12 × 12 pixels. Equal pictures give 1. */
function structuralSimilarity(one: Float64Array, other: Float64Array): number {
  const side = 12;
  const count = side * side;
  let total = 0;
  let windows = 0;
  for (let top = 0; top + side <= height; top += 6) {
    for (let left = 0; left + side <= width; left += 6) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let at = 0; at < count; at++) {
        const index = (top + Math.floor(at / side)) * width + left + (at % side);
        const [p, q] = [one[index]!, other[index]!];
        a += p;
        b += q;
        aa += p * p;
        bb += q * q;
        ab += p * q;
      }
      const [ma, mb] = [a / count, b / count];
      const [va, vb, cov] = [aa / count - ma * ma, bb / count - mb * mb, ab / count - ma * mb];
      const [c1, c2] = [0.01 ** 2, 0.03 ** 2];
      total += ((2 * ma * mb + c1) * (2 * cov + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      windows++;
    }
  }
  return total / windows;
}

function lengthOf(line: ArrayLike<number>): number {
  let length = 0;
  for (let at = 2; at < line.length; at += 2)
    length += Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!);
  return length;
}

/**
 * Returns the length of the best line that 2-opt and Or-opt find through the same points, with random
 * restarts.
 */
function longSearch(line: ArrayLike<number>): number {
  const count = line.length / 2;
  const ends = {
    strokes: count,
    x: Float64Array.from({ length: 2 * count }, (_, end) => line[2 * (end >> 1)]!),
    y: Float64Array.from({ length: 2 * count }, (_, end) => line[2 * (end >> 1) + 1]!),
  };
  const free = { joinMm: 0, liftMs: 0, rampsMm: 0, rampsMs: 0, msPerMm: 1 };
  const cost = { ...free, accelerationMmMs2: Infinity, byLongerAxis: false };
  const search = new OrderSearch(ends, cost, 2, () => []);
  search.begin(count);
  search.improve(240 * count);
  const { order } = search.tour;
  const steps = Array.from({ length: count }, (_, at) => {
    const [from, to] = [order[at]!, order[(at + 1) % count]!];
    return Math.hypot(ends.x[from]! - ends.x[to]!, ends.y[from]! - ends.y[to]!);
  });
  return steps.reduce((sum, step) => sum + step, 0) - Math.max(...steps);
}

/** Returns the length of the minimum spanning tree, by Prim's method. */
function treeLength(line: ArrayLike<number>): number {
  const count = line.length / 2;
  const nearest = new Float64Array(count).fill(Infinity);
  let total = 0;
  for (let at = 0, added = 1; added < count; added++) {
    nearest[at] = -1;
    let next = -1;
    for (let other = 0; other < count; other++) {
      if (nearest[other]! < 0) continue;
      const distance = Math.hypot(line[2 * at]! - line[2 * other]!, line[2 * at + 1]! - line[2 * other + 1]!);
      if (distance < nearest[other]!) nearest[other] = distance;
      if (next < 0 || nearest[other]! < nearest[next]!) next = other;
    }
    total += nearest[next]!;
    at = next;
  }
  return total;
}
