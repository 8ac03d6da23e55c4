import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingOf, segmentsDrawn } from '../../test/drawings.ts';
import { defaultMachine } from '../motion/machine.ts';
import { planDrawing } from '../plan/plan-drawing.ts';
import type { PlanOptions } from '../plan/plan-options.ts';

const plain: PlanOptions = { fit: 'none', overlapMm: 0, dropShorterThanMm: 0, simplifyMm: 0 };

function planned(strokes: number[][], options: PlanOptions = {}): number[][] {
  const { layers } = planDrawing(drawingOf(strokes), { ...plain, ...options });
  return layers.flatMap((layer) => layer.strokes.map((points) => Array.from(points)));
}

describe('strokes whose ends meet', () => {
  it('are joined in any direction', () => {
    expect(
      planned([
        [30, 10, 20, 10],
        [10, 10, 20, 10],
        [40, 20, 30, 10],
      ]),
    ).toEqual([[10, 10, 20, 10, 30, 10, 40, 20]]);
  });

  it('are joined into the straightest pairs if more than two meet', () => {
    const cross = planned([
      [50, 50, 10, 50],
      [50, 50, 50, 10],
      [50, 50, 90, 50],
      [50, 50, 50, 90],
    ]);
    expect(cross).toHaveLength(2);
    for (const points of cross) expect(points[0] === points.at(-2) || points[1] === points.at(-1)).toBe(true);
  });

  it('become one line if the figure can be drawn without lifting the pen', () => {
    // A house with a cross in it: eight lines, and two corners at which an odd number of lines end.
    const [a, b, c, d, e] = [
      [10, 40],
      [30, 40],
      [30, 20],
      [10, 20],
      [20, 10],
    ] as const;
    const house = [
      [a, b],
      [b, c],
      [c, d],
      [d, a],
      [a, c],
      [b, d],
      [c, e],
      [e, d],
    ].map(([from, to]) => [...from!, ...to!]);
    const drawn = planned(house);
    expect(drawn).toHaveLength(1);
    expect(segmentsDrawn(drawn.map((points) => Float64Array.from(points)))).toEqual(
      segmentsDrawn(house.map((points) => Float64Array.from(points))),
    );
  });

  it('are joined only over small gaps', () => {
    const gap = [
      [10, 10, 20, 10],
      [20.3, 10, 30, 10],
    ];
    expect(planned(gap, { joinMm: 0.5 })).toEqual([[10, 10, 20, 10, 20.3, 10, 30, 10]]);
    expect(planned(gap, { joinMm: 0.1 })).toHaveLength(2);
  });

  it.each([0, 0.2])('are found at any position on a machine without limits (gaps of %d mm)', (joinMm) => {
    for (const far of [1e10, 1e16, 1e300, -1e300]) {
      const strokes = [
        [10, 10, far, 10],
        [far, 10, 20, 20],
      ];
      const machine = { ...defaultMachine, limits: null };
      expect(planned(strokes, { joinMm, machine, crop: 'none' })).toEqual([[10, 10, far, 10, 20, 20]]);
    }
  });

  it('are joined without losing a segment', () => {
    const corner = fc.integer({ min: 1, max: 6 });
    const line = fc
      .tuple(corner, corner, corner, corner)
      .filter(([ax, ay, bx, by]) => ax !== bx || ay !== by);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), (lines) => {
        const drawn = planned(
          lines.map(([...points]) => points),
          { joinMm: 0 },
        );
        expect(segmentsDrawn(drawn.map((points) => Float64Array.from(points)))).toEqual(
          segmentsDrawn(lines.map((points) => Float64Array.from(points))),
        );
      }),
    );
  });
});
