import { describe, expect, it } from 'vitest';
import type { DrawingPlan } from '../src/plan/plan-messages.ts';
import { svgOf } from './support/svg-drawings.ts';
import { type JobBody, startScripted, startTestPlotter } from './support/test-plotter.ts';

const commands = ['PENUP', 'MOVE X10 Y0', 'MOVE X20 Y0'];
const red = { name: 'Frame', colour: '#ff0000', from: 0 };
const blue = { name: 'Trees', colour: '#0000ff', from: 2 };

describe('the pens of a job', () => {
  it('are shown in order with the job, even after a restart and for a new run', async () => {
    const before = await startTestPlotter();
    const { id, pens } = await before.queue(commands, { pens: [blue, red] });
    expect(pens).toEqual([red, blue]);
    await before.expectState(id, 'done');
    await before.stop();

    const plotter = await startTestPlotter({ folder: before.folder });
    const { jobs } = (await (await plotter.get('/jobs')).json()) as { jobs: JobBody[] };
    expect(jobs.map((job) => job.pens)).toEqual([[red, blue]]);
    const again = (await (await plotter.post(`/jobs/${id}/rerun`)).json()) as JobBody;
    expect(again.pens).toEqual([red, blue]);
    expect((await plotter.expectState(again.id, 'done')).pens).toEqual([red, blue]);
  });

  it('change neither the commands nor the answer of a synchronous job', async () => {
    const plotter = await startScripted();
    const answer = await plotter.send('POST', '/job', { commands, pens: [red, blue] });
    expect(Object.keys((await answer.json()) as object)).toEqual([
      'ok',
      'total',
      'completed',
      'failed',
      'stopped',
      'results',
    ]);
    expect(plotter.device.heard.filter((line) => line !== '')).toEqual(commands);
    expect((await plotter.queue(commands)).pens).toEqual([]);
  });

  it('come from the drawing', async () => {
    const plotter = await startTestPlotter();
    const svg = svgOf('<path d="M10 10H90" stroke="#ff0000"/><path d="M10 20H90" stroke="#0000ff"/>');
    const answer = await plotter.send('POST', '/plan', { svg, job: { name: 'Two' } });
    const { job, pens, pauses } = (await answer.json()) as DrawingPlan;
    expect(pens).toMatchObject([{ colour: '#ff0000' }, { colour: '#0000ff' }]);
    expect(pens?.map(({ from }) => from)).toEqual(pauses?.map(({ before }) => before));
    expect(job?.pens).toEqual(pens);
    await plotter.expectState(job!.id, 'paused');
    expect((await plotter.status()).job?.pens).toEqual(pens);
  });

  it('are limited to the maximum number if the drawing has more', async () => {
    const plotter = await startTestPlotter();
    const paths = Array.from(
      { length: 1200 },
      (_, at) => `<path stroke="#${at.toString(16).padStart(6, '0')}" d="M${at % 90} ${at / 15}h2"/>`,
    );
    const answer = await plotter.send('POST', '/plan', { svg: svgOf(paths.join('')), include: [], job: {} });
    expect(answer.status).toBe(202);
    expect(((await answer.json()) as DrawingPlan).job?.pens).toHaveLength(1000);
  });

  it('count as part of the request for an Idempotency-Key', async () => {
    const plotter = await startTestPlotter();
    const key = { 'idempotency-key': 'once' };
    const { id } = await plotter.queue(commands, { pens: [red] }, key);
    expect((await plotter.queue(commands, { pens: [red] }, key)).id).toBe(id);
    const other = { commands, pens: [blue] };
    const answer = await plotter.send('POST', '/job', other, { ...key, prefer: 'respond-async' });
    expect(answer.status).toBe(422);
  });

  it('are rejected before anything is sent if they are invalid', async () => {
    const plotter = await startScripted();
    const wrong: [unknown, string][] = [
      ['red', '/pens'],
      [[{ colour: '#ff0000', from: 0 }], '/pens/0'],
      [[{ ...red, colour: 'red' }], '/pens/0/colour'],
      [[red, { ...blue, from: 3 }], '/pens/1/from'],
      [[{ ...red, width: 1 }], '/pens/0/width'],
      [Array(1001).fill(red), '/pens'],
    ];
    for (const [pens, pointer] of wrong) {
      const answer = await plotter.send('POST', '/job', { commands, pens });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ pointer });
    }
    expect(plotter.device.heard.filter((line) => line !== '')).toEqual([]);
  });
});

it('jobs restore changed settings before they start, even after a restart of the service', async () => {
  const before = await startScripted();
  const { device, folder } = before;
  const own = ['PENUP', 'SPEED 500', 'PENHEIGHT 40', 'MOVE X10 Y0'];
  const { id } = await before.queue(own, { pauses: [{ before: 3, reason: 'look' }] });
  await before.expectState(id, 'paused');
  await before.stop();

  const plotter = await startScripted(undefined, { folder, on: device });
  expect((await plotter.post(`/jobs/${id}/cancel`)).status).toBe(200);
  device.heard.length = 0;
  const next = await plotter.queue(['MOVE X20 Y0']);
  await plotter.expectState(next.id, 'done');
  expect(device.heard.filter((line) => line !== '')).toEqual(['SPEED 8000', 'PENHEIGHT', 'MOVE X20 Y0']);
  device.heard.length = 0;
  await plotter.expectState((await plotter.queue(['MOVE X30 Y0'])).id, 'done');
  expect(device.heard.filter((line) => line !== '')).toEqual(['MOVE X30 Y0']);
});
