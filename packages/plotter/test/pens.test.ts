import { expect, it } from 'vitest';
import { ask, planOf } from './support/plan-requests.ts';
import { svgOf } from './support/svg-drawings.ts';
import { type JobBody, startTestPlotter } from './support/test-plotter.ts';

const drawing = svgOf(
  '<path d="M10 10H90" stroke="#ff0000"/><path d="M10 20H90" stroke="#0000ff"/><path d="M10 30H90" stroke="#e01010"/>',
);
const pens = [
  { name: 'Red brush', colour: '#d02020', widthMm: 2, speedMmS: 20, penDownHeight: 100, delayMs: 150 },
  { name: 'Blue', colour: '#2020c0' },
];

it('pens are kept across restarts, and each colour is plotted with the nearest pen and its settings', async () => {
  const first = await startTestPlotter();
  expect(await (await first.get('/pens')).json()).toEqual({ pens: [], drawn: [] });
  const none = await ask(first, drawing, { options: { pens: 'palette' } });
  expect([none.status, await none.json()]).toMatchObject([
    400,
    { detail: expect.stringMatching(/add the pens/) },
  ]);
  // A pen for a different machine, with an unsupported height, is rejected only when used.
  const other = { name: 'Gold', colour: '#ffd700', penDownHeight: 12_000 };
  expect((await first.send('PUT', '/pens', { pens: [...pens, other] })).status).toBe(200);
  await expect
    .poll(async () => (await (await first.get('/machine')).json()) as object)
    .toMatchObject({ penHeightLimits: { min: 31, max: 180 } });
  for (const [settings, message] of [
    [{ pen: 'Gold' }, 'The pen height 12000 of “Gold” is out of range: this plotter takes 31 to 180.'],
    [{ penDownHeight: 500 }, 'The pen height 500 is out of range: this plotter takes 31 to 180.'],
    [{ pen: 'Blue' }, undefined],
  ] as const) {
    const answer = await ask(first, drawing, { options: { layerSettings: [{ layer: 0, ...settings }] } });
    expect([answer.status, ((await answer.json()) as { detail?: string }).detail]).toEqual(
      message === undefined ? [200, undefined] : [400, message],
    );
  }
  expect((await first.send('PUT', '/pens', { pens })).status).toBe(200);
  const twice = await first.send('PUT', '/pens', { pens: [...pens, { name: ' blue', colour: '#000000' }] });
  expect([twice.status, await twice.json()]).toMatchObject([
    400,
    { detail: expect.stringMatching(/Two pens/) },
  ]);
  for (const wrong of [
    { name: 'x', colour: 'red' },
    { name: 'x', colour: '#000000', speedMmS: 0 },
    { name: 'x', colour: '#000000', dip: '10x' },
  ])
    expect((await first.send('PUT', '/pens', { pens: [wrong] })).status).toBe(400);
  await first.stop();

  const plotter = await startTestPlotter({ folder: first.folder });
  expect(await (await plotter.get('/pens')).json()).toEqual({ pens, drawn: [] });
  const plan = await planOf(
    await ask(plotter, drawing, { options: { pens: 'palette' }, job: { name: 'three' } }),
  );
  expect(plan.layers).toMatchObject([
    {
      name: 'Red brush',
      strokeCount: 2,
      settings: { pen: 'Red brush', speedMmS: 20, penDownHeight: 100, delayMs: 150 },
    },
    { name: 'Blue', strokeCount: 1, settings: { pen: 'Blue' } },
  ]);
  expect(plan.commands?.filter((command) => /^(SPEED|PENHEIGHT|WAIT)/.test(command)).slice(0, 4)).toEqual([
    'PENHEIGHT 100',
    'SPEED 8000',
    'SPEED 1600',
    'WAIT 150',
  ]);
  expect(plan.pauses?.map(({ reason }) => reason)).toEqual([
    'Put in pen 1 of 2: Red brush (#d02020)',
    'Put in pen 2 of 2: Blue (#2020c0)',
  ]);
  // The estimate includes speed, delay and travel.
  const { estimatedMs } = plan.job!;
  expect(Math.abs(estimatedMs / plan.timeMs - 1)).toBeLessThan(0.03);
  const wrong = await ask(plotter, drawing, { options: { layerSettings: [{ layer: 0, pen: 'Gold' }] } });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { detail: expect.stringMatching(/“Gold”/) },
  ]);
});

const inked = { name: 'Ink', colour: '#000000', refillM: 0.1 };
const drawnBy = async (plotter: Awaited<ReturnType<typeof startTestPlotter>>) =>
  ((await (await plotter.get('/pens')).json()) as { drawn: { pen: string; drawnMm: number }[] }).drawn;

it('the service counts a pen’s distance, asks for refills when parked, and resets it for a new pen', async () => {
  const first = await startTestPlotter();
  await first.send('PUT', '/pens', { pens: [inked] });
  await first.send('PUT', '/machine', {
    ...((await (await first.get('/machine')).json()) as object),
    parkAt: { xMm: 0, yMm: 150 },
  });
  const machine = (await (await first.get('/machine')).json()) as object;
  const outside = await first.send('PUT', '/machine', { ...machine, parkAt: { xMm: 0, yMm: 5000 } });
  expect([outside.status, await outside.json()]).toMatchObject([400, { pointer: '/parkAt' }]);
  const lines = svgOf('<path d="M10 10H90M10 20H90" stroke="#000"/>');
  const options = { pens: 'palette', order: false, fit: 'none' } as const;
  const { job, pauses } = await planOf(await ask(first, lines, { options, job: {} }));
  expect(pauses).toHaveLength(1);
  expect((await first.expectState(job!.id, 'paused')).state).toMatchObject({
    reason: 'Refill pen 1 of 1: Ink (#000000)',
    cause: { code: 'pen-refill', number: 1, count: 1, name: 'Ink' },
  });
  expect((await first.status()).position).toEqual({ x: 0, y: 12_000 });
  expect(await drawnBy(first)).toMatchObject([{ pen: 'Ink', drawnMm: 80 }]);
  await first.post(`/jobs/${job!.id}/resume`);
  await first.expectState(job!.id, 'done');
  await first.stop();

  const plotter = await startTestPlotter({ folder: first.folder });
  expect(await drawnBy(plotter)).toMatchObject([{ pen: 'Ink', drawnMm: 160 }]);
  expect((await plotter.send('POST', '/pens/replaced', { pen: 'Chalk' })).status).toBe(400);
  await plotter.send('PUT', '/pens', { pens: [{ ...inked, name: 'Black ink', colour: '#101010' }] });
  expect(await drawnBy(plotter)).toMatchObject([{ pen: 'Black ink', drawnMm: 160 }]);
  expect(await (await plotter.send('POST', '/pens/replaced', { pen: 'Black ink' })).json()).toMatchObject({
    drawn: [],
  });
});

it('a pen is dipped at the same place when marks move the drawing', async () => {
  const plotter = await startTestPlotter();
  await plotter.send('PUT', '/pens', { pens: [{ ...inked, dip: '20x140/30x140' }] });
  const lines = svgOf('<path d="M10 10H90M10 20H90" stroke="#000"/>');
  const options = { pens: 'palette', order: false, fit: 'none' } as const;
  const { job, pens } = await planOf(await ask(plotter, lines, { options, job: {} }));
  expect(pens).toMatchObject([{ name: 'Ink', dip: '20x140/30x140' }]);
  await plotter.expectState(job!.id, 'done');
  const marks = [10, 90].map((mm) => ({ at: { xMm: mm, yMm: mm }, found: { xMm: mm + 5, yMm: mm } }));
  const moved = (await (await plotter.send('POST', `/jobs/${job!.id}/rerun`, { marks })).json()) as JobBody;
  const commands = (await (await plotter.get(`/jobs/${moved.id}/commands`)).text()).trim().split('\n');
  expect(commands.slice(1, 9)).toEqual([
    ...['MOVE X1600 Y11200', 'PENDOWN', 'MOVE X2400 Y11200', 'PENUP'],
    ...['MOVE X1200 Y800', 'PENDOWN', 'MOVE X7600 Y800', 'PENUP'],
  ]);
});
