import { settle, watchLateUses } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startScripted } from './support/test-plotter.ts';

it('the plotter service does not use its database once closed, whatever work is in progress', async () => {
  const lateUses = watchLateUses(onTestFinished);
  for (let round = 0; round < 3; round++) {
    const plotter = await startScripted();
    const lines = Array.from({ length: 3000 }, (_, at) => `MOVE X${at % 7} Y${at % 5}`);
    const { id } = await plotter.queue(['PENDOWN', ...lines]);
    const calls = [
      plotter.queue(['PENUP', ...lines]),
      plotter.get(`/jobs/${id}/preview`),
      plotter.get(`/jobs/${id}/results`),
      plotter.get('/jobs'),
      plotter.get('/status'),
      plotter.send('POST', `/jobs/${id}/pause`, undefined),
      plotter.send('POST', '/job', { commands: ['PENUP', ...lines] }),
    ].map((call) => call.catch(() => undefined));
    for (let turn = 0; turn < round * 4; turn++) await settle();
    await plotter.stop();
    await Promise.all(calls);
    for (let turn = 0; turn < 20; turn++) await settle();
  }
  expect(lateUses).toEqual([]);
});
