import { type Homography, inPhoto } from './homography.ts';
import type { PaperLight, Weights } from './paper-light.ts';
import type { Nodes, PlannedInk } from './planned-ink.ts';

const reachMm = 1.6;
const offsetMm = 0.125;
const half = Math.round(reachMm / offsetMm);
const offsets = 2 * half + 1;
/** Paper is measured at least this far from a stroke. */
const besideMm = 1;
/** Nodes before and after a node that are averaged with it, against noise. */
const smoothing = 2;

/** Measurements at each node of a stroke. */
export interface StrokeInk {
  /** Darkness compared with the paper, from 0 to 1; NaN outside of the photo. */
  readonly contrast: Float32Array;
  /** Distance from the planned line to the darkest place, across the stroke. */
  readonly offsetMm: Float32Array;
  /** Distance to the nearest other planned ink. */
  readonly gapMm: Float32Array;
  /** Width of the ink at half of its depth; NaN beside other ink. */
  readonly widthMm: Float32Array;
}

export interface MeasureOptions {
  readonly light: PaperLight;
  readonly nodes: Nodes;
  readonly ink: PlannedInk;
  readonly toPhoto: Homography;
  readonly weights: Weights;
  /** Maximum distance of ink from its planned place. The limit is lower near other ink. */
  readonly toleranceMm: number;
}

export function measureStroke(stroke: number, options: MeasureOptions): StrokeInk {
  const { light, nodes, ink, toPhoto, weights, toleranceMm } = options;
  const first = nodes.starts[stroke]!;
  const count = nodes.starts[stroke + 1]! - first;
  const profiles = smoothed(profilesOf(first, count, options), count);
  const result = {
    contrast: new Float32Array(count).fill(Number.NaN),
    offsetMm: new Float32Array(count),
    gapMm: new Float32Array(count),
    widthMm: new Float32Array(count).fill(Number.NaN),
  };
  for (let at = 0; at < count; at++) {
    const node = first + at;
    const gaps = [ink.gapMm(node, -1, reachMm), ink.gapMm(node, 1, reachMm)] as const;
    result.gapMm[at] = Math.min(...gaps);
    const middle = at * offsets + half;
    // Search only where this stroke is nearer than its neighbour.
    const limits = gaps.map((gap) => Math.floor(Math.min(toleranceMm, 0.4 * gap) / offsetMm));
    let [darkest, place] = [Infinity, 0];
    for (let k = -limits[0]!; k <= limits[1]!; k++)
      if (profiles[middle + k]! < darkest) [darkest, place] = [profiles[middle + k]!, k];
    const sides = gaps.flatMap((gap, side) => {
      const to = Math.floor((gap >= reachMm ? reachMm : 0.6 * gap) / offsetMm);
      const sign = side === 0 ? -1 : 1;
      let brightest = 0;
      for (let k = Math.round((0.7 * besideMm) / offsetMm); k <= to; k++)
        brightest = Math.max(brightest, profiles[middle + sign * k]!);
      return gap >= 1.4 * besideMm && brightest > 0 ? [brightest] : [];
    });
    const { x, y } = inPhoto(toPhoto, nodes.x[node]!, nodes.y[node]!);
    // Take the darker side as the paper, because the edge of a shadow is not ink.
    const paper = sides.length > 0 ? Math.min(...sides) : light.paperAt(x, y, weights);
    if (!Number.isFinite(darkest)) continue;
    result.contrast[at] = 1 - darkest / paper;
    result.offsetMm[at] = place * offsetMm;
    if (result.gapMm[at]! >= reachMm)
      result.widthMm[at] = widthOf(profiles, middle + place, (darkest + paper) / 2);
  }
  return result;
}

function profilesOf(
  first: number,
  count: number,
  { light, nodes, toPhoto, weights }: MeasureOptions,
): Float32Array {
  const profiles = new Float32Array(count * offsets);
  for (let at = 0; at < count; at++) {
    const node = first + at;
    for (let k = -half; k <= half; k++) {
      const across = k * offsetMm;
      const { x, y } = inPhoto(
        toPhoto,
        nodes.x[node]! + across * nodes.acrossX[node]!,
        nodes.y[node]! + across * nodes.acrossY[node]!,
      );
      profiles[at * offsets + half + k] = light.brightnessAt(x, y, weights) ?? Number.NaN;
    }
  }
  return profiles;
}

function smoothed(profiles: Float32Array, count: number): Float32Array {
  const result = new Float32Array(profiles.length);
  for (let at = 0; at < count; at++) {
    const [from, to] = [Math.max(0, at - smoothing), Math.min(count - 1, at + smoothing)];
    for (let k = 0; k < offsets; k++) {
      let sum = 0;
      for (let near = from; near <= to; near++) sum += profiles[near * offsets + k]!;
      result[at * offsets + k] = sum / (to - from + 1);
    }
  }
  return result;
}

function widthOf(profiles: Float32Array, middle: number, level: number): number {
  let [left, right] = [0, 0];
  while (left < half / 2 && profiles[middle - left]! < level) left++;
  while (right < half / 2 && profiles[middle + right]! < level) right++;
  return (left + right - 1) * offsetMm;
}
