import type { Raster } from '../pictures/raster.ts';
import { blurred } from '../pictures/tone.ts';
import type { PhotoPoint } from './homography.ts';

export interface CrossPlace extends PhotoPoint {
  /** Half the width of the cross. */
  readonly armPx: number;
  readonly score: number;
}

const directions = 32;
const scaleStep = 1.25;
/** Limits the search in photos that are full of lines. */
const maxCentres = 300_000;
const maxFound = 5000;
/** Minimum contrast between the centre of a mark and its surroundings, from 0 to 255. */
const minInk = 28;
/**
 * Minimum darkness of an arm, as a share of the centre's. Low, because blur makes a crossing up to twice as
 * dark as its arms.
 */
const inkShare = 0.35;

/** A map of ink: the darkness of each block of pixels compared with its surroundings, up to 255. */
interface InkMap {
  readonly width: number;
  readonly height: number;
  readonly values: Float32Array;
}

/** Width and height of a block of the map, in pixels of the photo. */
const blockPx = 2;

/** Finds free-standing crosses, the clearest first. `armPx` is the range of their arm lengths. */
export function findCrosses(
  photo: Raster,
  armPx: readonly [min: number, max: number],
  maxCount: number,
): CrossPlace[] {
  const ink = inkOf(photo, armPx[1] / blockPx);
  const { width, height, values } = ink;
  const found: CrossPlace[] = [];
  for (let arm = Math.max(3, armPx[0] / blockPx); arm <= armPx[1] / blockPx; arm *= scaleStep) {
    const ring = ringOf(0.6 * arm, width);
    const beyond = [ringOf(1.4 * arm, width), ringOf(1.7 * arm, width)];
    const margin = Math.ceil(1.7 * arm) + 1;
    let centres = 0;
    for (let y = margin; y < height - margin; y++)
      for (let x = margin; x < width - margin; x++) {
        const at = y * width + x;
        const threshold = inkShare * values[at]!;
        if (values[at]! < minInk || ++centres > maxCentres || changesOn(ring, at, values) !== 8) continue;
        if (beyond.some((around) => isCrowded(around, at, values, threshold))) continue;
        const score = crossScore(x, y, arm, ink, ring);
        if (score > 0)
          found.push({ x: (x + 0.5) * blockPx, y: (y + 0.5) * blockPx, armPx: arm * blockPx, score });
      }
  }
  return distinct(found, maxCount);
}

function ringOf(radius: number, width: number): Int32Array {
  return Int32Array.from({ length: directions }, (_, at) => {
    const angle = (2 * Math.PI * at) / directions;
    return Math.round(radius * Math.sin(angle)) * width + Math.round(radius * Math.cos(angle));
  });
}

/** Returns the number of changes between ink and paper on a ring. Around a cross there are eight. */
function changesOn(ring: Int32Array, at: number, values: Float32Array): number {
  const threshold = inkShare * values[at]!;
  let changes = 0;
  let before = values[at + ring[directions - 1]!]! >= threshold;
  for (let direction = 0; direction < directions; direction++) {
    const isInk = values[at + ring[direction]!]! >= threshold;
    if (isInk !== before) changes++;
    before = isInk;
  }
  return changes;
}

/** Maximum number of directions in which the table may be visible beside a mark near the edge of the paper. */
const maxBeside = 13;

/** Whether a ring has more ink than a speck or, on one side, the table would cause. */
function isCrowded(ring: Int32Array, at: number, values: Float32Array, threshold: number): boolean {
  let [dark, changes] = [0, 0];
  let before = values[at + ring[directions - 1]!]! > threshold;
  for (let direction = 0; direction < directions; direction++) {
    const isDark = values[at + ring[direction]!]! > threshold;
    if (isDark) dark++;
    if (isDark !== before) changes++;
    before = isDark;
  }
  return dark > 1 && (changes > 2 || dark < 4 || dark > maxBeside);
}

/** Returns the lowest darkness on the four arms; 0 if this is not a cross of this size. */
function crossScore(x: number, y: number, arm: number, { width, values }: InkMap, ring: Int32Array): number {
  const value = (px: number, py: number) => values[Math.round(py) * width + Math.round(px)]!;
  const threshold = inkShare * value(x, y);
  const arms = armsOf(
    Array.from(ring, (offset) => values[y * width + x + offset]!),
    threshold,
  );
  if (arms === undefined) return 0;
  let weakest = 255;
  for (const direction of arms) {
    const angle = (2 * Math.PI * direction) / directions;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    for (const share of [0.2, 0.4, 0.6, 0.75]) {
      const [px, py] = [x + share * arm * dx, y + share * arm * dy];
      weakest = Math.min(weakest, Math.max(value(px, py), value(px - dy, py + dx), value(px + dy, py - dx)));
    }
  }
  return weakest < threshold ? 0 : weakest;
}

/** Returns the directions of four arms, opposite in pairs; undefined if there are not four such arms. */
function armsOf(ring: readonly number[], threshold: number): readonly number[] | undefined {
  const start = ring.findIndex((value) => value < threshold);
  const arms: number[] = [];
  let [sum, moment] = [0, 0];
  for (let at = 0; at <= directions; at++) {
    const value = ring[(start + at) % directions]!;
    if (value >= threshold) {
      sum += value;
      moment += at * value;
    } else if (sum > 0) {
      arms.push(start + moment / sum);
      [sum, moment] = [0, 0];
    }
  }
  const [a, b, c, d] = arms as [number, number, number, number];
  const quarter = directions / 4;
  const isStraight = Math.abs(c - a - 2 * quarter) < 2.2 && Math.abs(d - b - 2 * quarter) < 2.2;
  return isStraight && Math.abs(b - a - quarter) < quarter / 2 ? arms : undefined;
}

/**
 * Merges candidates that are near each other: keeps the best, at the average position of all that are as good.
 */
function distinct(found: CrossPlace[], maxCount: number): CrossPlace[] {
  const chosen: CrossPlace[] = [];
  const left = found.sort((one, other) => other.score - one.score).slice(0, maxFound);
  for (const place of left) {
    if (chosen.some(({ x, y, armPx }) => Math.hypot(x - place.x, y - place.y) < armPx)) continue;
    const near = left.filter(({ x, y }) => Math.hypot(x - place.x, y - place.y) < 0.4 * place.armPx);
    const mean = (of: (each: CrossPlace) => number) =>
      near.reduce((sum, each) => sum + of(each), 0) / near.length;
    chosen.push({
      ...place,
      x: mean(({ x }) => x),
      y: mean(({ y }) => y),
      armPx: mean(({ armPx }) => armPx),
    });
    if (chosen.length === maxCount) break;
  }
  return chosen;
}

function inkOf(photo: Raster, radius: number): InkMap {
  const { data } = photo;
  const [width, height] = [Math.floor(photo.width / blockPx), Math.floor(photo.height / blockPx)];
  const values = new Float32Array(width * height);
  for (let y = 0; y < height * blockPx; y++)
    for (let x = 0; x < width * blockPx; x++) {
      const at = 4 * (y * photo.width + x);
      values[Math.floor(y / blockPx) * width + Math.floor(x / blockPx)]! +=
        (data[at]! + data[at + 1]! + data[at + 2]!) / (3 * blockPx ** 2);
    }
  const around = blurred({ width, height, values, mmPerPixel: 1 }, radius).values;
  return { width, height, values: values.map((value, at) => 255 * (1 - value / Math.max(1, around[at]!))) };
}
