import type { PlanStage } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { scatteredSvg } from '../../../../plotter/test/support/svg-drawings.ts';
import { planInThread } from './plan-in-thread.ts';

it('planInThread can be aborted before the drawing is read', async () => {
  const enough = new AbortController();
  const stages: PlanStage[] = [];
  const task = { files: [new TextEncoder().encode(scatteredSvg(20_000))], options: {}, thinkMs: 0 };
  const onStage = (stage: PlanStage) => {
    stages.push(stage);
    enough.abort(new Error('enough'));
  };
  await expect(planInThread(task, { onStage, signal: enough.signal })).rejects.toThrow('enough');
  expect(stages).toEqual([{ state: 'reading' }]);
});
