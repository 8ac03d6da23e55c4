import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingOf, lengthDrawn } from '../../test/drawings.ts';
import { defaultMachine } from '../motion/machine.ts';
import { planDrawing } from './plan-drawing.ts';
import type { PlanOptions } from './plan-options.ts';

const plain: PlanOptions = {
  fit: 'none',
  overlapMm: 0,
  joinMm: 0,
  dropShorterThanMm: 0,
  simplifyMm: 0,
  order: false,
};

function strokesOf(strokes: number[][], options: PlanOptions = {}): number[][] {
  const { layers } = planDrawing(drawingOf(strokes), { ...plain, ...options });
  return layers.flatMap((layer) => layer.strokes.map((points) => Array.from(points)));
}

describe('the edge of the paper', () => {
  it('cuts a stroke into the parts inside the paper', () => {
    const zigzag = [10, 100, -10, 110, 10, 120, 20, 120, 20, -20, 30, -20, 30, 40];
    expect(strokesOf([zigzag])).toEqual([
      [10, 100, 0, 105],
      [0, 115, 10, 120, 20, 120, 20, 0],
      [30, 0, 30, 40],
    ]);
  });

  it('keeps the inner part of a line that has both ends outside', () => {
    expect(strokesOf([[-10, -10, 310, 310]])).toEqual([[0, 0, 210, 210]]);
    expect(strokesOf([[-10, 5, 5, -10]])).toEqual([]);
  });

  it('cuts at the margins, or not at all if so chosen, but always at the machine limits', () => {
    expect(strokesOf([[0, 50, 210, 50]], { crop: 'margins' })).toEqual([[10, 50, 200, 50]]);
    expect(strokesOf([[-50, 50, 250, 50]], { crop: 'none' })).toEqual([[-50, 50, 250, 50]]);
    const machine = { ...defaultMachine, limits: { minX: 0, maxX: 8000, minY: 0, maxY: 8000 } };
    expect(strokesOf([[-50, 50, 250, 50]], { crop: 'none', machine })).toEqual([[0, 50, 100, 50]]);
    expect(strokesOf([[0, 50, 210, 50]], { machine, paperAt: { xMm: 20, yMm: 0 } })).toEqual([
      [0, 50, 80, 50],
    ]);
  });

  it('adds a warning that counts the cut strokes', () => {
    const { warnings } = planDrawing(
      drawingOf([
        [0, 0, 500, 0],
        [1, 1, 2, 2],
      ]),
      plain,
    );
    expect(warnings).toEqual([
      { code: 'cut-off-at-paper', text: 'Strokes cut off at the edge of the paper', count: 1 },
    ]);
  });

  it.each([
    ['from edge to edge', [0, 50, 210, 50]],
    ['from edge to edge, up to rounding errors', [-1e-13, 50, 210 + 1e-13, 50]],
    ['along all edges, a little outside', [-0.05, -0.1, 210.1, -0.05, 210.05, 297.1, -0.1, 297, -0.05, -0.1]],
  ])('loses nothing of a line %s', (_, line) => {
    const { warnings, layers } = planDrawing(drawingOf([line]), plain);
    expect(warnings).toEqual([]);
    const kept = line.map((value, at) => Math.min(Math.max(value, 0), at % 2 === 0 ? 210 : 297));
    expect(layers[0]?.strokes.map((points) => Array.from(points))).toEqual([kept]);
  });

  it("keeps a frame's sides that lie along the edge if one side is outside", () => {
    const frame = [0, -1e-13, 250, -1e-13, 250, 297 + 1e-13, 0, 297, 0, 0];
    expect(strokesOf([frame])).toEqual([
      [0, 0, 210, 0],
      [210, 297, 0, 297, 0, 0],
    ]);
  });

  it('causes a different warning than the machine limits', () => {
    const { warnings } = planDrawing(drawingOf([[20, 20, 20, 400]]), { ...plain, paper: '297x420mm' });
    expect(warnings).toMatchObject([
      { code: 'cut-off-by-machine', text: expect.stringContaining('turn the paper'), count: 1 },
    ]);
  });

  it('keeps everything inside and nothing outside', () => {
    const place = fc.oneof(
      fc.integer({ min: -100, max: 400 }),
      fc.constantFrom(0, 210, 297),
      fc.double({ min: -100, max: 400, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(place, { minLength: 4, maxLength: 20 }), (numbers) => {
        const points = numbers.slice(0, numbers.length - (numbers.length % 2));
        const parts = strokesOf([points]);
        for (const part of parts) {
          for (let at = 0; at < part.length; at += 2) {
            expect(part[at]).toSatisfy((x: number) => x >= 0 && x <= 210);
            expect(part[at + 1]).toSatisfy((y: number) => y >= 0 && y <= 297);
          }
        }
        const length = lengthDrawn(parts.map((part) => Float64Array.from(part)));
        expect(Math.abs(length - lengthInside(points.map(alongEdge)))).toBeLessThan(roundingMm);
      }),
      { examples: [[[0, 0.02, -Number.MIN_VALUE, 0]], [[0, 297, 210, 297 + 2 ** -44, 210, 0]]] },
    );
  });
});

/** Tolerance for rounding: about twenty operations on numbers up to 400 change each by at most 1e-13. */
const roundingMm = 1e-10;

/** Moves coordinates that are up to 0.1 mm outside to the edge. */
function alongEdge(value: number, at: number): number {
  const max = at % 2 === 0 ? 210 : 297;
  if (value < 0) return value >= -0.1 ? 0 : value;
  return value > max && value <= max + 0.1 ? max : value;
}

/** Returns the length of the parts of all segments that are within both the width and the height. */
function lengthInside(points: readonly number[]): number {
  let inside = 0;
  for (let at = 2; at < points.length; at += 2) {
    const [ax, ay, bx, by] = [points[at - 2]!, points[at - 1]!, points[at]!, points[at + 1]!];
    const [fromX, toX] = shareWithin(ax, bx, 210);
    const [fromY, toY] = shareWithin(ay, by, 297);
    const share = Math.min(1, toX, toY) - Math.max(0, fromX, fromY);
    if (share > 0) inside += share * Math.hypot(bx - ax, by - ay);
  }
  return inside;
}

/**
 * Returns the share of the way between two numbers that is from 0 to `max`. Only subtracts and divides the
 * given numbers, so that the result is exact to the last digits even for the smallest numbers.
 */
function shareWithin(from: number, to: number, max: number): readonly [number, number] {
  if (from === to) return from >= 0 && from <= max ? [0, 1] : [0, 0];
  const atZero = -from / (to - from);
  const atMax = (max - from) / (to - from);
  return atZero < atMax ? [atZero, atMax] : [atMax, atZero];
}
