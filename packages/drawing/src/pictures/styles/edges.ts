import type { Points } from '../../drawing.ts';
import { lengthBetween } from '../../geometry/polylines.ts';
import { blurred, resampled, type Tone } from '../tone.ts';
import { chainsOf } from './contours.ts';
import type { Style } from './style.ts';

const maxPixels = 400_000;
/** Share of the pixels that are steep enough to begin an edge. */
const steepShare = 0.08;
/** An edge continues while the slope is at least this share of the slope required at its beginning. */
const continuesAt = 0.4;
/** Lower slopes are noise. */
const minSlope = 0.02;
const bins = 1000;

/** Draws edges, which are detected by Canny's method. */
export const edges: Style = (tone, { grainMm, penMm }) => {
  const small = resampled(tone, Math.min(maxPixels, tone.width * tone.height));
  const even = blurred(small, Math.min(4, Math.max(1, (0.5 * grainMm) / small.mmPerPixel)));
  const isEdge = steepest(even);
  const { width, mmPerPixel } = even;
  const links = new Map<number, number[]>();
  for (let at = 0; at < isEdge.length; at++) {
    if (isEdge[at] !== 1) continue;
    const straight = [at - 1, at + 1, at - width, at + width].filter((other) => isEdge[other] === 1);
    // A diagonal neighbour that is also reached through a straight neighbour needs no link of its own.
    const diagonal = [at - width - 1, at - width + 1, at + width - 1, at + width + 1].filter(
      (other) =>
        isEdge[other] === 1 && !straight.some((beside) => [1, width].includes(Math.abs(beside - other))),
    );
    if (straight.length + diagonal.length > 0) links.set(at, [...straight, ...diagonal]);
  }
  return chainsOf(links)
    .map((chain) => smoothed(chain, width, mmPerPixel))
    .filter((line) => lengthBetween(line) > Math.max(4 * penMm, 8 * mmPerPixel));
};

/**
 * Returns 1 for pixels that are steeper than their neighbours across the edge and connected to a steep pixel.
 */
function steepest({ width, height, values }: Tone): Uint8Array {
  const slope = new Float32Array(values.length);
  const isAcross = new Uint8Array(values.length);
  const counts = new Uint32Array(bins + 1);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = (dx: number, dy: number) => values[at + dy * width + dx]!;
      const gx =
        value(1, -1) + 2 * value(1, 0) + value(1, 1) - value(-1, -1) - 2 * value(-1, 0) - value(-1, 1);
      const gy =
        value(-1, 1) + 2 * value(0, 1) + value(1, 1) - value(-1, -1) - 2 * value(0, -1) - value(1, -1);
      slope[at] = Math.hypot(gx, gy) / 4;
      isAcross[at] = Math.round((Math.atan2(gy, gx) / Math.PI) * 4 + 4) % 4;
      counts[Math.min(bins, Math.floor(slope[at]! * bins))]!++;
    }
  }
  let left = steepShare * values.length;
  let bin = bins;
  for (; bin > 0 && left > 0; bin--) left -= counts[bin]!;
  const steep = Math.max(minSlope, bin / bins);
  const offsets = [1, width + 1, width, width - 1];
  const isEdge = new Uint8Array(values.length);
  const open: number[] = [];
  for (let at = width + 1; at < values.length - width - 1; at++) {
    const offset = offsets[isAcross[at]!]!;
    const mine = slope[at]!;
    if (mine < continuesAt * steep || mine < slope[at - offset]! || mine <= slope[at + offset]!) continue;
    isEdge[at] = 2;
    if (mine >= steep) open.push(at);
  }
  while (open.length > 0) {
    const at = open.pop()!;
    if (isEdge[at] !== 2) continue;
    isEdge[at] = 1;
    for (const other of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1])
      if (isEdge[at + other] === 2) open.push(at + other);
  }
  return isEdge;
}

const smoothings = 3;

/** Returns a chain as a line without the steps between pixels. Keeps the ends. */
function smoothed(chain: readonly number[], width: number, mmPerPixel: number): Points {
  let line = Float64Array.from(
    chain.flatMap((at) => [((at % width) + 0.5) * mmPerPixel, (Math.floor(at / width) + 0.5) * mmPerPixel]),
  );
  for (let round = 0; round < smoothings; round++)
    line = line.map((value, at) =>
      at < 2 || at >= line.length - 2 ? value : (line[at - 2]! + 2 * value + line[at + 2]!) / 4,
    );
  return line;
}
