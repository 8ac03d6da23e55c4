import { describe, expect, it } from 'vitest';
import type { DrawingPlan } from '../src/plan/plan-messages.ts';
import { svgOf } from './support/svg-drawings.ts';
import { type JobBody, startScripted, startTestPlotter } from './support/test-plotter.ts';

type Plotter = Pick<Awaited<ReturnType<typeof startTestPlotter>>, 'send' | 'get'>;

/** Two red strokes and a blue one, which has its own speed. */
const svg = svgOf(
  '<path d="M10 10H90" stroke="#ff0000"/><path d="M10 20H90" stroke="#ff0000"/><path d="M10 30H90" stroke="#0000ff"/>',
);
const options = { order: false, layerSettings: [{ layer: 1, speedMmS: 15 }] };

const rerun = (plotter: Plotter, id: number, from: number) =>
  plotter.send('POST', `/jobs/${id}/rerun`, { from });
const commandsOf = async (plotter: Plotter, id: number) =>
  (await (await plotter.get(`/jobs/${id}/commands`)).text()).trim().split('\n');

async function planned(plotter: Plotter, from = 1): Promise<DrawingPlan> {
  const answer = await plotter.send('POST', '/plan', { svg, options: { ...options, from }, job: {} });
  expect(answer.status).toBe(202);
  return (await answer.json()) as DrawingPlan;
}

describe('starting at a stroke', () => {
  it('plans only the rest, and asks for its pen but for no new sheet', async () => {
    const plotter = await startTestPlotter();
    await planned(plotter);
    const { job, skippedStrokes, layers } = await planned(plotter, 3);
    expect(skippedStrokes).toBe(2);
    expect(layers.map(({ strokeCount }) => strokeCount)).toEqual([1]);
    expect(job).toMatchObject({ newSheet: false, pens: [{ colour: '#0000ff', from: 1 }] });
  });

  it('repeats a job from a given stroke, with the same pen, speed and position', async () => {
    const plotter = await startTestPlotter();
    const { job: whole } = await planned(plotter);
    const before = await commandsOf(plotter, whole!.id);
    const rest = (await (await rerun(plotter, whole!.id, 3)).json()) as JobBody;
    const down = before.lastIndexOf('PENDOWN');
    expect(await commandsOf(plotter, rest.id)).toEqual([
      'PENUP',
      before[down - 1],
      before[down - 2],
      ...before.slice(down),
    ]);
    expect(before[down - 1]).toMatch(/^SPEED/);
    expect(before[down - 2]).toMatch(/^MOVE/);
    expect(rest).toMatchObject({ newSheet: false, name: whole!.name });
    expect(rest.pens).toMatchObject([{ colour: '#0000ff', from: 1 }]);
    await plotter.post(`/jobs/${whole!.id}/cancel`);
    expect((await plotter.expectState(rest.id, 'paused')).state).toMatchObject({
      cause: { code: 'pen-change', number: 1, count: 1, colour: '#0000ff' },
    });
  });

  it('renumbers the remaining pens', async () => {
    const plotter = await startTestPlotter();
    const stroke = ['MOVE X10 Y5', 'PENDOWN', 'MOVE X20 Y5', 'PENUP'];
    const whole = await plotter.queue(['PENUP', ...stroke, ...stroke, ...stroke], {
      pens: [
        { name: 'Green', colour: '#00ff00', from: 1 },
        { name: 'Red', colour: '#ff0000', from: 5 },
        { name: 'Blue', colour: '#0000ff', from: 9 },
      ],
      pauses: [
        { before: 1, reason: 'Put in pen 1 of 3: Green (#00ff00)' },
        { before: 5, reason: 'Put in pen 2 of 3: Red (#ff0000)' },
        { before: 9, reason: 'Put in pen 3 of 3: Blue (#0000ff)' },
      ],
    });
    const rest = (await (await rerun(plotter, whole.id, 2)).json()) as JobBody;
    await plotter.post(`/jobs/${whole.id}/cancel`);
    expect((await plotter.expectState(rest.id, 'paused')).state).toMatchObject({
      cause: { code: 'pen-change', number: 1, count: 2, colour: '#ff0000' },
    });
    await plotter.post(`/jobs/${rest.id}/resume`);
    await expect
      .poll(async () => (await plotter.status()).job?.state)
      .toMatchObject({ state: 'paused', cause: { number: 2, colour: '#0000ff' } });
  });

  it.each(['absolute', 'relative'])('dips the pen first, with %s moves', async (coordinates) => {
    const plotter = await startTestPlotter();
    const machine = (await (await plotter.get('/machine')).json()) as object;
    await plotter.send('PUT', '/machine', { ...machine, coordinates });
    await plotter.send('PUT', '/pens', { pens: [{ name: 'Brush', colour: '#ff0000', dip: '5x50/6x50' }] });
    const answer = await plotter.send('POST', '/plan', {
      svg: svgOf('<path d="M10 10H90" stroke="#ff0000"/><path d="M10 20H90" stroke="#ff0000"/>'),
      options: { order: false, fit: 'none', pens: 'palette' },
      job: {},
    });
    const { job: whole } = (await answer.json()) as DrawingPlan;
    const moves = (to: readonly string[]) => to.filter((line) => !line.startsWith('SPEED'));
    const [first, second] = await Promise.all(
      [3, 1].map(async (from) => {
        const rest = (await (await rerun(plotter, whole!.id, from)).json()) as JobBody;
        return moves(await commandsOf(plotter, rest.id));
      }),
    );
    const isRelative = coordinates === 'relative';
    expect(first?.slice(0, 8)).toEqual([
      ...['PENUP', 'MOVE X400 Y4000', 'PENDOWN', isRelative ? 'MOVE X80 Y0' : 'MOVE X480 Y4000', 'PENUP'],
      ...[isRelative ? 'MOVE X320 Y-2400' : 'MOVE X800 Y1600', 'PENDOWN'],
      isRelative ? 'MOVE X6400 Y0' : 'MOVE X7200 Y1600',
    ]);
    // The first stroke of the job is the dip itself.
    expect(second?.filter((line) => line === 'PENDOWN')).toHaveLength(3);
  });

  it('adds up relative moves from the origin', async () => {
    const plotter = await startTestPlotter();
    await plotter.send('PUT', '/machine', {
      ...((await (await plotter.get('/machine')).json()) as object),
      coordinates: 'relative',
    });
    const stroke = ['MOVE X10 Y5', 'PENDOWN', 'MOVE X20 Y0', 'PENUP'];
    const { id } = await plotter.queue(['PENUP', ...stroke, ...stroke]);
    const rest = (await (await rerun(plotter, id, 2)).json()) as JobBody;
    expect(await commandsOf(plotter, rest.id)).toEqual([
      ...['PENUP', 'MOVE X40 Y10', 'PENDOWN', 'MOVE X20 Y0', 'PENUP'],
    ]);
  });

  it('refuses strokes that do not exist or start at an unknown position', async () => {
    const plotter = await startScripted();
    const { id } = await plotter.queue(['PENDOWN', 'PENUP', 'PENDOWN', 'PENUP']);
    const none = await rerun(plotter, id, 3);
    expect([none.status, await none.json()]).toMatchObject([
      400,
      { detail: 'There is no stroke 3: this job has 2.', pointer: '/from' },
    ]);
    const unknown = await rerun(plotter, id, 2);
    expect([unknown.status, await unknown.json()]).toMatchObject([
      409,
      { type: '/problems/job-not-resumable' },
    ]);
    const moved = await plotter.queue(['MOVE X5 Y5', 'ZERO', 'MOVE X1 Y1', 'PENDOWN', 'PENUP', 'PENDOWN']);
    expect(await (await rerun(plotter, moved.id, 2)).json()).toMatchObject({
      detail: 'The job moves the origin before stroke 2. Run the whole job again.',
    });
  });
});
