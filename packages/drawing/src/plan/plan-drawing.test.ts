import { randomNumbers } from '@stationery/contract/random-numbers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawingOf, lengthDrawn, segmentsDrawn, wanderingStrokes } from '../../test/drawings.ts';
import type { Plan } from './plan.ts';
import { planDrawing, planWithin } from './plan-drawing.ts';
import type { PlanOptions } from './plan-options.ts';
import { createPlanner } from './planner.ts';
import { previewSvg } from './preview-svg.ts';

const asItIs: PlanOptions = { fit: 'none', overlapMm: 0, joinMm: 0, dropShorterThanMm: 0, simplifyMm: 0 };
const some = drawingOf(wanderingStrokes(2000, 5, 3));

function strokesIn(plan: Plan) {
  return plan.layers.flatMap(({ strokes }) => strokes);
}

/** Returns tiny scribbles, so close that each overlaps others. */
function scribbles(count: number, points: number, seed: number): number[][] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => {
    let [x, y] = [100 + random() * 20, 100 + random() * 20];
    return Array.from({ length: points }, () => {
      x += (random() - 0.5) * 0.4;
      y += (random() - 0.5) * 0.4;
      return [x, y];
    }).flat();
  });
}

describe('the planned order of strokes', () => {
  it('keeps every line of the drawing', () => {
    const plan = planDrawing(some, { ...asItIs, rounds: 3000 });
    expect(segmentsDrawn(strokesIn(plan))).toEqual(segmentsDrawn(some.strokes.map(({ points }) => points)));
    expect(plan.lifts).toBe(2000);
    expect(plan.before.lifts).toBe(2000);
    expect(plan.travelMm).toBeLessThan(plan.before.travelMm / 20);
    expect(plan.timeMs).toBeLessThan(plan.before.timeMs / 2);
  });

  it('keeps every closed line, wherever it starts', () => {
    const rings = wanderingStrokes(300, 6, 5).map((points) => [...points, points[0]!, points[1]!]);
    const plan = planDrawing(drawingOf([...rings, ...wanderingStrokes(50, 2, 6)]), asItIs);
    const all = [...rings, ...wanderingStrokes(50, 2, 6)].map((points) => Float64Array.from(points));
    expect(segmentsDrawn(strokesIn(plan))).toEqual(segmentsDrawn(all));
    expect(strokesIn(plan).some((points) => !rings.some((ring) => ring[0] === points[0]))).toBe(true);
  });

  it('depends only on the drawing, the seed and the number of tries', () => {
    const options: PlanOptions = { seed: 42, rounds: 6000 };
    expect(planDrawing(some, options)).toEqual(planDrawing(some, options));
  });

  it('does not depend on how tries are divided into calls', () => {
    const [one, other] = [createPlanner(some), createPlanner(some)];
    one.improve(8000);
    for (let slice = 0; slice < 16; slice++) other.improve(500);
    expect(other.plan()).toEqual(one.plan());
  });

  it('never gets worse', () => {
    const planner = createPlanner(some);
    const first = planner.progress;
    let last = first.betweenMs;
    for (let slice = 0; slice < 20; slice++) {
      planner.improve(1000);
      expect(planner.progress.betweenMs).toBeLessThanOrEqual(last + 1e-6);
      last = planner.progress.betweenMs;
    }
    // The first order is already good, so only the gains of both searches together are sure to be above 0.
    expect(planner.progress.travelMm).toBeLessThan(first.travelMm);
    expect(planner.progress.travelMm).toBeLessThan(5_200);
    expect(planner.progress.tries).toBe(20_000);
  });

  it('keeps the order of the file if asked to', () => {
    const plan = planDrawing(some, { ...asItIs, order: false });
    expect(strokesIn(plan)).toEqual(some.strokes.map(({ points }) => points));
  });

  it('takes lifts into account, not only distance', () => {
    // Continuing at the end of the first line and drawing the gap saves a lift, although the distance is
    // longer.
    const drawing = drawingOf([
      [10, 0, 20, 0],
      [20.4, 0, 30, 0],
      [10, 0.6, 20, 0.6],
      [20.4, 0.6, 30, 0.6],
    ]);
    expect(planDrawing(drawing, { joinMm: 0.5 }).lifts).toBe(2);
  });
});

describe('pens', () => {
  const colours = {
    ...drawingOf(wanderingStrokes(30, 3, 1), 3),
    layers: [
      { name: 'Sea', colour: '#0000ff' },
      { name: 'Land', colour: '#00ff00' },
      { name: 'Sky', colour: '#0000FF' },
    ],
  };

  it('draw their strokes together, in the chosen order', () => {
    expect(planDrawing(colours).layers.map(({ name }) => name)).toEqual(['Sea', 'Land', 'Sky']);
    const plan = planDrawing(colours, { layers: [2, 0] });
    expect(plan.layers.map(({ name }) => name)).toEqual(['Sky', 'Sea']);
    const sky = colours.strokes.filter(({ layer }) => layer === 2).map(({ points }) => points);
    expect(segmentsDrawn(plan.layers[0]!.strokes)).toEqual(segmentsDrawn(sky));
  });

  it('can be the colours of the drawing, or one pen for all', () => {
    expect(planDrawing(colours, { pens: 'colours' }).layers.map(({ name }) => name)).toEqual([
      '#0000ff',
      '#00ff00',
    ]);
    expect(planDrawing(colours, { pens: 'one' }).layers).toHaveLength(1);
  });
});

describe('a line', () => {
  it('is drawn in fewer moves within the tolerance', () => {
    const circle = Array.from({ length: 721 }, (_, at) => [
      50 + 20 * Math.cos((at * Math.PI) / 360),
      50 + 20 * Math.sin((at * Math.PI) / 360),
    ]).flat();
    const plan = planDrawing(drawingOf([circle]), { simplifyMm: 0.05 });
    const [points] = strokesIn(plan);
    expect(points!.length / 2).toBeLessThan(80);
    for (let at = 0; at + 3 < points!.length; at += 2) {
      const [x, y] = [(points![at]! + points![at + 2]!) / 2, (points![at + 1]! + points![at + 3]!) / 2];
      expect(Math.abs(Math.hypot(x - 50, y - 50) - 20)).toBeLessThan(0.1);
    }
  });

  it('is left out and counted if it is shorter than the limit', () => {
    const strokes = [
      [10, 10, 10.01, 10],
      [20, 20, 30, 30],
    ];
    expect(planDrawing(drawingOf(strokes)).lifts).toBe(2);
    const plan = planDrawing(drawingOf(strokes), { dropShorterThanMm: 0.1 });
    expect(plan.lifts).toBe(1);
    expect(plan.warnings).toEqual([
      {
        code: 'too-short',
        text: 'Strokes and dots left out because they are shorter than the limit',
        count: 1,
      },
    ]);
  });
});

describe('layers in white', () => {
  const beside = [-50, -50, -20, -20];
  const inWhite = (strokes: number[][], whites: number[]) => {
    const drawing = drawingOf(strokes, strokes.length);
    const layers = drawing.layers.map((layer, at) =>
      whites.includes(at) ? { ...layer, colour: '#fefefe' } : layer,
    );
    return { ...drawing, layers };
  };
  const whitesIn = ({ warnings }: Plan) => warnings.filter(({ code }) => code === 'white-layer');

  it('are drawn with a warning', () => {
    const drawing = inWhite(
      [
        [10, 10, 20, 10],
        [30, 10, 40, 10],
        [50, 10, 60, 10],
      ],
      [0, 2],
    );
    const apart = planDrawing(drawing);
    expect(apart.lifts).toBe(3);
    expect(whitesIn(apart)).toEqual([
      { code: 'white-layer', text: expect.stringContaining('invisible on white paper'), count: 2 },
    ]);
    expect(whitesIn(planDrawing(drawing, { pens: 'colours' }))).toMatchObject([{ count: 2 }]);
    expect(whitesIn(planDrawing(drawing, { pens: 'one' }))).toEqual([
      { code: 'white-layer', text: expect.stringContaining('drawn with the one pen'), count: 2 },
    ]);
    expect(whitesIn(planDrawing(drawing, { layers: [1, 2] }))).toMatchObject([{ count: 1 }]);
  });

  it('cause no warning if they are not drawn', () => {
    const drawing = inWhite([[10, 10, 20, 10], beside, [50, 10, 60, 10]], [1, 2]);
    expect(planDrawing(drawing, { fit: 'none', layers: [0, 1] })).toMatchObject({ lifts: 1 });
    expect(whitesIn(planDrawing(drawing, { fit: 'none', layers: [0, 1] }))).toEqual([]);
    expect(whitesIn(planDrawing(drawing, { fit: 'none' }))).toMatchObject([{ count: 1 }]);
  });
});

describe('a scribble', () => {
  it('takes at most one lift', () => {
    const plan = planDrawing(drawingOf(scribbles(3000, 30, 9)), { fit: 'none', joinMm: 0 });
    expect(plan.before.lifts).toBe(3000);
    expect(plan.lifts).toBeLessThanOrEqual(3000);
    expect(plan.drawMm).toBeLessThan(plan.before.drawMm);
  });
});

describe('a search with a time limit', () => {
  it('ends when asked to, with a complete plan, and reports its progress', async () => {
    const ended = new AbortController();
    const seen: number[] = [];
    const plan = await planWithin(some, asItIs, {
      budgetMs: 600_000,
      signal: ended.signal,
      // On a busy machine, the search may report more than three times before it finds a better order.
      onProgress: ({ betweenMs }) => {
        seen.push(betweenMs);
        if (seen.length >= 3 && betweenMs < seen[0]!) ended.abort();
      },
    });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(ended.signal.aborted).toBe(true);
    expect(segmentsDrawn(strokesIn(plan))).toEqual(segmentsDrawn(some.strokes.map(({ points }) => points)));
  });

  it('ends if it finds nothing better', async () => {
    const plan = await planWithin(drawingOf(wanderingStrokes(5, 3, 1)), {}, { budgetMs: 600_000 });
    expect(plan.lifts).toBe(5);
  });
});

describe('odd drawings', () => {
  it.each([
    ['nothing', [], 0],
    ['a dot', [[10, 10, 10, 10]], 1],
    ['one line', [[10, 10, 20, 20]], 1],
    ['dots at one place', Array.from({ length: 1000 }, () => [10, 10, 10, 10]), 1],
    ['the same line, a hundred thousand times', Array.from({ length: 100_000 }, () => [10, 10, 20, 20]), 1],
    ['all outside', [[-10, -10, -20, -20]], 0],
    [
      'values that are not numbers',
      [
        [10, Number.NaN, 20, 20],
        [10, 10, 20, Infinity],
        [1, 1, 5, 5],
      ],
      1,
    ],
  ])('are planned: %s', (_, strokes, lifts) => {
    const plan = planDrawing(drawingOf(strokes), { fit: 'none' });
    expect(plan.lifts).toBe(lifts);
    expect(Number.isFinite(plan.timeMs)).toBe(true);
    expect(previewSvg(plan, { travel: true })).not.toContain('NaN');
  });

  it('are planned completely if twenty thousand lines begin at one point', () => {
    const rays = Array.from({ length: 20_000 }, (_, at) => [
      100,
      100,
      100 + 90 * Math.cos(at),
      100 + 90 * Math.sin(at),
    ]);
    const plan = planDrawing(drawingOf(rays), asItIs);
    expect(plan.drawMm).toBeCloseTo(lengthDrawn(rays.map((ray) => Float64Array.from(ray))), 0);
    expect(plan.lifts).toBeLessThanOrEqual(10_001);
  });

  it('have complete points even at the end of a cut stroke', () => {
    const plan = planDrawing(drawingOf([[0, 0, 211, 0, 0, 0, 0]]), {
      ...asItIs,
      crop: 'paper',
      overlapMm: 0,
    });
    expect(strokesIn(plan).flatMap((points) => [...points])).toEqual([0, 0, 210, 0, 0, 0]);
    expect(plan.drawMm).toBeCloseTo(420, 6);
  });

  it('always have a plan that stays on the paper', () => {
    const number = fc.oneof(
      fc.integer({ min: -5, max: 300 }),
      fc.double({ min: -1e6, max: 1e6 }),
      fc.constant(Number.NaN),
    );
    const stroke = fc.array(number, { minLength: 0, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(stroke, { maxLength: 30 }),
        fc.constantFrom('none', 'page', 'drawing'),
        (strokes, fit) => {
          const plan = planDrawing(drawingOf(strokes), { fit, crop: 'paper' });
          for (const points of strokesIn(plan)) {
            for (let at = 0; at < points.length; at += 2) {
              expect(points[at]! >= 0 && points[at]! <= 210).toBe(true);
              expect(points[at + 1]! >= 0 && points[at + 1]! <= 297).toBe(true);
            }
          }
        },
      ),
    );
  });
});
