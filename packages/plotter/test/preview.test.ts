import { describe, expect, it } from 'vitest';
import { startScripted, type TestPlotter } from './support/test-plotter.ts';

const previewOf = async (plotter: TestPlotter, commands: string[]) => {
  const { id } = await plotter.queue(commands);
  return (await plotter.get(`/jobs/${id}/preview`)).json();
};

describe('the preview of a job', () => {
  it('covers the whole job, starting at the origin with the pen up', async () => {
    const plotter = await startScripted();
    expect(await previewOf(plotter, ['MOVE X5 Y5', 'PENUP'])).toEqual({ bounds: null, path: '' });
    const many = Array.from({ length: 3000 }, (_, at) => `move x${at % 2} y1`);
    const commands = [
      'MOVE X1 Y1',
      'PENDOWN',
      ...many,
      'MOVE X9 Y1',
      'ZERO',
      'MOVE X4 Y-2',
      'HOME',
      'MOVE X7 Y7',
    ];
    expect(await previewOf(plotter, commands)).toEqual({
      bounds: { minX: 0, minY: -2, maxX: 9, maxY: 1 },
      path: 'M1 1 0 1M1 1 9 1M0 0 4 -2',
    });
    expect((await plotter.get('/jobs/99/preview')).status).toBe(404);
  });

  it('follows relative moves and changes of the profile', async () => {
    const plotter = await startScripted();
    const commands = ['PENDOWN', 'MOVE X5 Y0', 'MOVE X5 Y1'];
    const relative = {
      ...((await (await plotter.get('/machine')).json()) as object),
      coordinates: 'relative',
    };
    expect(await previewOf(plotter, commands)).toMatchObject({ path: 'M0 0 5 0 5 1' });
    await plotter.expectState(1, 'done');
    expect((await plotter.send('PUT', '/machine', relative)).status).toBe(200);
    expect(await (await plotter.get('/jobs/1/preview')).json()).toMatchObject({ path: 'M0 0 5 0 10 1' });
  });
});
