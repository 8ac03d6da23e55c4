import { describe, expect, it } from 'vitest';
import { stationery } from '../src/drivers/stationery/family.ts';
import { ask } from './support/plan-requests.ts';
import { svgOf } from './support/svg-drawings.ts';
import { startScripted, startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

const ours = { minX: -33_600, maxX: 33_600, minY: -23_760, maxY: 23_760 };
const small = { minX: 0, maxX: 100, minY: 0, maxY: 100 };

const put = async (plotter: TestPlotter, change: object) =>
  expect((await plotter.send('PUT', '/machine', { ...stationery.defaultProfile, ...change })).status).toBe(
    200,
  );

async function expectRefused(answer: Response, members: object): Promise<void> {
  expect(answer.status).toBe(422);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({
    type: '/problems/outside-limits',
    title: 'Outside the machine limits',
    ...members,
  });
}

describe('enforced limits', () => {
  it('reject a job of a Stationery plotter before its first command, without storing the job', async () => {
    const plotter = await startTestPlotter();
    const script = '# a line that is too long\nPENUP\n\nMOVE X100 Y0\nMOVE X33601 Y0\nMOVE X0 Y0';
    const wrong = { index: 2, line: 5, command: 'MOVE X33601 Y0', limits: ours, target: { x: 33_601, y: 0 } };
    await expectRefused(await plotter.send('POST', '/job', { script }), { ...wrong, pointer: '/script' });
    await expectRefused(
      await plotter.send(
        'POST',
        '/job',
        { commands: ['PENUP', 'MOVE X0 Y-23761'] },
        { prefer: 'respond-async' },
      ),
      {
        index: 1,
        pointer: '/commands/1',
        detail: expect.stringContaining('X 0 mm, Y -297 mm is outside the limits'),
      },
    );
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
    expect((await plotter.status()).position).toEqual({ x: 0, y: 0 });
  });

  it('reject a single command, taking commands in flight into account', async () => {
    const plotter = await startScripted((line) => (line === 'SLOW' ? undefined : 'OK\n'));
    await put(plotter, { coordinates: 'relative', limits: small, enforceLimits: true });
    // From an unknown position, a relative move may lead anywhere.
    expect((await plotter.command('MOVE X-5 Y0')).status).toBe(200);
    await plotter.command('HOME');
    await expectRefused(await plotter.command('MOVE X101 Y0'), { command: 'MOVE X101 Y0', limits: small });
    expect((await plotter.command('MOVE X60 Y0')).status).toBe(200);
    plotter.device.script = () => undefined;
    const first = plotter.command('MOVE X30 Y0');
    await plotter.device.expectHeard('MOVE X30 Y0');
    await expectRefused(await plotter.command('MOVE X11 Y0'), { target: { x: 101, y: 0 } });
    plotter.device.script = () => 'OK\n';
    plotter.device.say('OK\n');
    expect((await first).status).toBe(200);
    expect(plotter.device.heard).toEqual(['MOVE X-5 Y0', 'HOME', 'MOVE X60 Y0', 'MOVE X30 Y0']);
  });

  it('leave every line for a third-party machine unchanged unless requested otherwise', async () => {
    const plotter = await startScripted();
    expect(await plotter.status()).toMatchObject({ reach: ours, enforcesLimits: false });
    expect((await plotter.command('MOVE X99999 Y0')).status).toBe(200);
    expect((await plotter.send('POST', '/job', { script: 'MOVE X99999 Y0' })).status).toBe(200);
    await put(plotter, { enforceLimits: true });
    expect(await plotter.status()).toMatchObject({ enforcesLimits: true });
    await expectRefused(await plotter.command('MOVE X99999 Y0'), { limits: ours });
    expect((await plotter.command('JUMP X99999')).status).toBe(200);
    expect(plotter.device.heard).toEqual(['MOVE X99999 Y0', 'MOVE X99999 Y0', 'JUMP X99999']);
  });

  it('are left to Stationery firmware if the user switches the check off or sets none', async () => {
    const plotter = await startTestPlotter();
    await put(plotter, { enforceLimits: false });
    expect(await (await plotter.command('MOVE X99999 Y0')).json()).toMatchObject({ ok: false });
    await put(plotter, { enforceLimits: true, limits: null });
    expect(await plotter.status()).toMatchObject({ reach: null, enforcesLimits: false });
    expect(await (await plotter.command('MOVE X99999 Y0')).json()).toMatchObject({ ok: false });
  });

  it('move with the origin, and are unknown after a ZERO at an unknown position', async () => {
    const plotter = await startScripted(() => 'ok\n');
    await put(plotter, { limits: small, enforceLimits: true });
    const job = (...commands: string[]) => plotter.send('POST', '/job', { commands });
    expect((await job('MOVE X90 Y0', 'ZERO', 'MOVE X-90 Y0', 'MOVE X10 Y0')).status).toBe(200);
    expect(await plotter.status()).toMatchObject({ reach: { minX: -90, maxX: 10, minY: 0, maxY: 100 } });
    await expectRefused(await job('MOVE X11 Y0'), { limits: { minX: -90, maxX: 10, minY: 0, maxY: 100 } });
    // The pen position is unknown, so the new origin is unknown too.
    plotter.device.script = () => undefined;
    expect((await plotter.command('MOVE X0 Y0', 20)).status).toBe(504);
    plotter.device.script = () => 'ok\n';
    plotter.device.say('ok\n');
    expect((await plotter.command('ZERO')).status).toBe(200);
    expect(await plotter.status()).toMatchObject({ reach: null });
    expect((await plotter.command('MOVE X5000 Y0')).status).toBe(200);
  });

  it('are known from STATUS of Stationery firmware, and reset when the board restarts', async () => {
    const plotter = await startTestPlotter();
    await plotter.command('MOVE X1000 Y500');
    await plotter.command('ZERO');
    const moved = { minX: -34_600, maxX: 32_600, minY: -24_260, maxY: 23_260 };
    expect(await plotter.status()).toMatchObject({ reach: moved });
    await plotter.command('RESET');
    await expect.poll(async () => (await plotter.status()).position).toEqual({ x: 0, y: 0 });
    expect(await plotter.status()).toMatchObject({ reach: ours });
  });

  it('are checked again when a job starts, which then fails before its first command', async () => {
    const plotter = await startScripted((line) => (line === 'HOLD' ? undefined : 'ok\n'));
    await put(plotter, { limits: small, enforceLimits: true });
    const first = await plotter.queue(['MOVE X50 Y0', 'HOLD', 'ZERO']);
    await plotter.device.expectHeard('HOLD');
    const beyond = await plotter.queue(['PENUP', 'MOVE X60 Y0']);
    const back = await plotter.queue(['MOVE X-50 Y0', 'MOVE X50 Y0']);
    plotter.device.say('ok\n');
    await plotter.expectState(first.id, 'done');
    expect(await plotter.expectState(beyond.id, 'failed')).toMatchObject({
      completed: 0,
      state: { next: 0, reason: expect.stringMatching(/^Command 2, “MOVE X60 Y0”: .*Nothing was sent\.$/) },
    });
    await plotter.expectState(back.id, 'done');
    expect(plotter.device.heard).toEqual(['MOVE X50 Y0', 'HOLD', 'ZERO', 'MOVE X-50 Y0', 'MOVE X50 Y0']);
  });

  it('clip a plan', async () => {
    const plotter = await startTestPlotter();
    await plotter.command('MOVE X29600 Y0');
    await plotter.command('ZERO');
    const options = { marginMm: 0, fit: 'none', align: 'top-left' };
    const answer = await ask(plotter, svgOf('<path d="M20 10H90" stroke="red"/>'), { options });
    const { commands } = (await answer.json()) as { commands: string[] };
    expect(commands.slice(0, 4)).toEqual(['PENUP', 'MOVE X1600 Y800', 'PENDOWN', 'MOVE X4000 Y800']);
  });
});
