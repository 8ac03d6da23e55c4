import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Polylines } from '../geometry/polylines.ts';
import type { Area, FillRule } from './area.ts';
import { combineAreas } from './combine-areas.ts';
import { insetArea } from './inset-area.ts';
import { addStrokeRings } from './stroke-area.ts';

const free = () => {};
const toleranceMm = 0.02;

function areaOf(rings: readonly (readonly number[])[], rule: FillRule): Area {
  const lines = new Polylines();
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) lines.add(ring[at]!, ring[at + 1]!);
    lines.add(ring[0]!, ring[1]!);
    lines.end(true);
  }
  return { rings: lines, rule };
}

function surfaceOf({ rings: { points, ends } }: Area): number {
  let twice = 0;
  let from = 0;
  for (const end of ends) {
    for (let at = from + 2; at < end; at += 2)
      twice += points[at - 2]! * points[at + 1]! - points[at]! * points[at - 1]!;
    from = end;
  }
  return Math.abs(twice / 2);
}

/** A slow reference implementation: removes a stroke along the outline from the area. */
function insetByStroke(area: Area, distanceMm: number): Area {
  const whole = combineAreas(area, areaOf([], 'nonzero'), 'union', free);
  const edge = new Polylines();
  const style = { widthMm: 2 * distanceMm, cap: 'round', join: 'round', miterLimit: 1 } as const;
  let from = 0;
  for (const end of whole.rings.ends) {
    addStrokeRings(whole.rings.points.slice(from, end), style, toleranceMm, edge, free);
    from = end;
  }
  return combineAreas(whole, { rings: edge, rule: 'nonzero' }, 'subtract', free);
}

describe('insetArea', () => {
  it('keeps the part of any area that is farther from the outline than the given distance', () => {
    const coordinate = fc.integer({ min: 0, max: 120 }).map((at) => at / 4);
    const ring = fc
      .array(coordinate, { minLength: 6, maxLength: 24 })
      .map((all) => all.slice(0, all.length & ~1));
    fc.assert(
      fc.property(
        fc.array(ring, { minLength: 1, maxLength: 3 }),
        fc.constantFrom<FillRule>('nonzero', 'evenodd'),
        fc.integer({ min: 1, max: 40 }).map((at) => at / 10),
        (rings, rule, distanceMm) => {
          const area = areaOf(rings, rule);
          const inset = insetArea(area, distanceMm, toleranceMm, free);
          const expected = insetByStroke(area, distanceMm);
          const extra = surfaceOf(combineAreas(inset, expected, 'subtract', free));
          const missing = surfaceOf(combineAreas(expected, inset, 'subtract', free));
          expect(extra + missing).toBeLessThan(0.05);
          expect(surfaceOf(combineAreas(inset, area, 'subtract', free))).toBeLessThan(0.001);
        },
      ),
      { seed: 29, numRuns: 100 },
    );
  });
});
