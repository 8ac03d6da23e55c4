import type { Points } from '../../drawing.ts';
import { lengthBetween } from '../../geometry/polylines.ts';
import { blurred, resampled, type Tone } from '../tone.ts';
import type { Style } from './style.ts';

const maxPixels = 300_000;

/** Draws lines of equal darkness, like the contours of a map. */
export const contours: Style = (tone, { points, grainMm, penMm }) => {
  const small = resampled(tone, Math.min(maxPixels, tone.width * tone.height));
  const even = blurred(small, Math.max(1, (0.8 * grainMm) / small.mmPerPixel));
  const levels = Math.min(32, Math.max(3, Math.round(Math.sqrt(points) / 10)));
  const lines = Array.from({ length: levels }, (_, level) => linesAt(even, (level + 0.5) / levels)).flat();
  return lines.filter((line) => lengthBetween(line) > 6 * penMm);
};

/**
 * Which sides of a square of four pixels to join, indexed by a bit mask of its dark corners. Sides are numbered
 * clockwise from the top.
 */
const joined: readonly (readonly number[])[] = [
  [],
  [3, 0],
  [0, 1],
  [3, 1],
  [1, 2],
  [3, 0, 1, 2],
  [0, 2],
  [3, 2],
  [2, 3],
  [2, 0],
  [0, 1, 2, 3],
  [2, 1],
  [1, 3],
  [1, 0],
  [0, 3],
  [],
];

/**
 * Returns lines of equal darkness by marching squares: each line crosses sides between a lighter and a darker
 * pixel.
 */
function linesAt({ width, height, values, mmPerPixel }: Tone, level: number): Points[] {
  const sides = width * height;
  // Side p is to the right of pixel p, side p + sides below it. Each is joined at most twice.
  const links = new Map<number, number[]>();
  const link = (one: number, other: number) => {
    const known = links.get(one);
    if (known === undefined) links.set(one, [other]);
    else known.push(other);
  };
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const at = y * width + x;
      const corners =
        (values[at]! > level ? 1 : 0) |
        (values[at + 1]! > level ? 2 : 0) |
        (values[at + width + 1]! > level ? 4 : 0) |
        (values[at + width]! > level ? 8 : 0);
      if (corners === 0 || corners === 15) continue;
      const side = [at, at + 1 + sides, at + width, at + sides];
      const pairs = joined[corners]!;
      for (let pair = 0; pair < pairs.length; pair += 2) {
        const [one, other] = [side[pairs[pair]!]!, side[pairs[pair + 1]!]!];
        link(one, other);
        link(other, one);
      }
    }
  }
  const placeOf = (side: number): [number, number] => {
    const isBelow = side >= sides;
    const at = isBelow ? side - sides : side;
    const [from, to] = [values[at]!, values[isBelow ? at + width : at + 1]!];
    const part = (level - from) / (to - from);
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    return [(x + (isBelow ? 0 : part)) * mmPerPixel, (y + (isBelow ? part : 0)) * mmPerPixel];
  };
  return chainsOf(links).map((chain) => Float64Array.from(chain.flatMap(placeOf)));
}

/** Returns open chains, then rings, which end where they begin. Empties `links`. */
export function chainsOf(links: Map<number, number[]>): number[][] {
  const chains: number[][] = [];
  const follow = (start: number) => {
    const chain = [start];
    for (let at = start; ; ) {
      const others = links.get(at);
      const next = others?.pop();
      if (others?.length === 0) links.delete(at);
      if (next === undefined) break;
      const back = links.get(next)!;
      back.splice(back.indexOf(at), 1);
      if (back.length === 0) links.delete(next);
      chain.push(next);
      at = next;
    }
    if (chain.length > 1) chains.push(chain);
  };
  for (const [start, others] of [...links]) if (others.length === 1) follow(start);
  for (const start of [...links.keys()]) while (links.has(start)) follow(start);
  return chains;
}
