import { describe, expect, it } from 'vitest';
import { type PlanStage, planInStages } from './plan-in-stages.ts';

/**
 * Returns an SVG with more strokes than the first order takes in one step, so that a better order can be
 * searched.
 */
function manyStrokes(): string {
  const path = Array.from({ length: 2000 }, (_, at) => `M${(at * 37) % 101} ${(at * 61) % 97}l1 1`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 110 110" width="110mm" height="110mm"><path d="${path}" stroke="#000"/></svg>`;
}

describe('planInStages', () => {
  it('reports that it reads the file, and then every better order', async () => {
    const stages: PlanStage[] = [];
    const travels: number[] = [];
    const enough = new AbortController();
    const onStage = (stage: PlanStage) => {
      stages.push(stage);
      if (stage.state === 'ordering') travels.push(stage.travelMm);
      if (travels.at(-1)! < travels[0]!) enough.abort();
    };
    const { plan } = await planInStages(
      manyStrokes(),
      {},
      { thinkMs: 50_000, signal: enough.signal, onStage },
    );
    const [first, ...orders] = stages;
    expect(first).toEqual({ state: 'reading' });
    expect(travels.length).toBeGreaterThan(1);
    expect(travels.at(-1)).toBeLessThan(travels[0]!);
    expect(plan.travelMm).toBeLessThan(plan.before.travelMm);
    for (const stage of orders) expect(stage).toMatchObject({ state: 'ordering', thinkMs: 50_000 });
  });

  it('reports the final order, even if it is found at once', async () => {
    let travelMm = 0;
    const onStage = (stage: PlanStage) => {
      if (stage.state === 'ordering') travelMm = stage.travelMm;
    };
    const { plan } = await planInStages(manyStrokes(), { overlapMm: 0 }, { thinkMs: 50_000, onStage });
    expect(travelMm).toBeCloseTo(plan.travelMm, 6);
  });

  it('does not search if the search time is 0, and stops when aborted', async () => {
    const enough = new AbortController();
    const orders: PlanStage[] = [];
    await planInStages(manyStrokes(), {}, { onStage: (stage) => orders.push(stage) });
    expect(orders.map(({ state }) => state)).toEqual(['reading', 'ordering']);
    const onStage = ({ state }: PlanStage) => state === 'ordering' && enough.abort();
    const { plan } = await planInStages(
      manyStrokes(),
      {},
      { thinkMs: 3_600_000, signal: enough.signal, onStage },
    );
    expect(plan.lifts).toBeGreaterThan(0);
  });
});
