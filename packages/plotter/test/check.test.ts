import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { stationery } from '../src/drivers/stationery/family.ts';
import {
  sharedTestPlotter,
  startScripted,
  startTestPlotter,
  type TestPlotter,
} from './support/test-plotter.ts';

type Report = AnswerOf<typeof plotterRoutes.checkJob>;
const check = async (plotter: TestPlotter, body: object, path = '/check') => {
  const answer = await plotter.send('POST', path, body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Report;
};

describe('POST /check', () => {
  const shared = sharedTestPlotter();

  it.each(['/api/plotter/check', '/plotter/check'])('checks a job at %s without running it', async (path) => {
    const plotter = await startScripted();
    const script = '# a box\nPENUP\nMOVE X0 Y0\nPENDOWN\nMOVE X800 Y0\nMOVE X800 Y-400\nPENUP';
    const report = await check(plotter, { script }, path);
    expect(report).toEqual({
      ok: true,
      total: 6,
      estimatedMs: expect.any(Number),
      penLifts: 1,
      bounds: { minX: 0, maxX: 800, minY: -400, maxY: 0 },
      problems: [],
    });
    // 150 ms to lower the pen, 120 ms to lift it, and two moves of 10 and 5 mm at 100 mm/s with a ramp.
    expect(report.estimatedMs).toBeGreaterThan(150 + 120 + 150);
    expect(report.estimatedMs).toBeLessThan(150 + 120 + 150 + 2 * 150 + 10);
    expect(plotter.device.heard).toEqual([]);
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
  });

  it('names commands outside the limits by their index', async () => {
    const plotter = await startTestPlotter();
    const report = await check(plotter, {
      commands: ['MOVE X33600 Y23760', 'MOVE X33601 Y0', 'MOVE X0 Y0', 'MOVE X0 Y-23765'],
    });
    expect(report.ok).toBe(false);
    expect(report.problems).toEqual([
      {
        index: 1,
        command: 'MOVE X33601 Y0',
        code: 'outside-limits',
        reason: expect.stringContaining('33601'),
        outside: {
          target: { x: 33601, y: 0 },
          limits: { minX: -33600, maxX: 33600, minY: -23760, maxY: 23760 },
          stepsPerMm: 80,
        },
      },
      {
        index: 3,
        command: 'MOVE X0 Y-23765',
        code: 'outside-limits',
        reason:
          'X 0 mm, Y -297.1 mm is outside the limits: X -420 to 420 mm, Y -297 to 297 mm (in steps X0 Y-23765, limits X-33600 to 33600, Y-23760 to 23760).',
        outside: expect.objectContaining({ target: { x: 0, y: -23765 } }),
      },
    ]);
  });

  it('reports positions in millimetres when the device refuses a command', async () => {
    const plotter = await startTestPlotter();
    await plotter.send('PUT', '/machine', { ...stationery.defaultProfile, enforceLimits: false });
    const { id } = await plotter.queue(['PENUP', 'MOVE X40000 Y0']);
    expect(await plotter.expectState(id, 'failed')).toMatchObject({
      state: {
        reason: expect.stringMatching(
          /^The plotter refused “MOVE X40000 Y0”: ERR LIMIT .*\. In millimetres this is X500 Y0, and the machine reaches from X-420 to 420 /,
        ),
      },
    });
  });

  it('reports an invalid MOVE, and ignores other commands of third-party firmware', async () => {
    const plotter = await startScripted();
    const report = await check(plotter, { commands: ['MOVE 5 5', 'JUMP', 'SPEED fast'] });
    expect(report.problems.map(({ index }) => index)).toEqual([0]);
  });

  it('reports a command that Stationery firmware does not know', async () => {
    const plotter = await startTestPlotter();
    const report = await check(plotter, { commands: ['penup', 'JUMP X1', 'MOVE X1 Y1'] });
    expect(report.problems).toEqual([
      { index: 1, command: 'JUMP X1', code: 'unknown-command', reason: 'Unknown command “JUMP”.' },
    ]);
  });

  it('reports the line number in a script, even without a plotter', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const script = '# a square\nPENUP\n\nPENDWN\nMOVE 5 5';
    expect((await check(plotter, { script })).problems).toMatchObject([
      { index: 1, line: 4, command: 'PENDWN', code: 'unknown-command' },
      { index: 2, line: 5, command: 'MOVE 5 5', code: 'invalid-move' },
    ]);
    // An unknown command is still forwarded, because the board decides.
    await plotter.post('/connect');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect(await (await plotter.send('POST', '/job', { script: 'PENDWN' })).json()).toMatchObject({
      ok: false,
      results: [{ terminalLine: expect.stringMatching(/^ERR UNKNOWN/) }],
    });
  });

  it('reports no command as outside if there are no limits', async () => {
    const plotter = await startTestPlotter();
    const profile = (await (await plotter.get('/machine')).json()) as object;
    await plotter.send('PUT', '/machine', { ...profile, limits: null });
    expect(await check(plotter, { script: 'MOVE X999999 Y0' })).toMatchObject({
      ok: true,
      bounds: { maxX: 999_999 },
    });
  });

  it('adds up relative moves', async () => {
    const plotter = await startTestPlotter();
    const profile = (await (await plotter.get('/machine')).json()) as object;
    await plotter.send('PUT', '/machine', { ...profile, coordinates: 'relative' });
    const commands = ['HOME', 'MOVE X30000 Y0', 'MOVE X3600 Y0', 'MOVE X1 Y0'];
    const report = await check(plotter, { commands });
    expect(report.problems.map(({ index }) => index)).toEqual([3]);
    expect(report.bounds).toEqual({ minX: 30_000, maxX: 33_601, minY: 0, maxY: 0 });
  });

  it('moves the limits with a ZERO in the job or before it', async () => {
    const plotter = await startTestPlotter();
    const commands = ['MOVE X30000 Y0', 'ZERO', 'MOVE X3600 Y0', 'MOVE X3601 Y0', 'HOME', 'MOVE X-63600 Y0'];
    const inside = await check(plotter, { commands });
    expect(inside.problems).toEqual([
      {
        index: 3,
        command: 'MOVE X3601 Y0',
        code: 'outside-limits',
        reason: expect.stringContaining('X-63600 to 3600, Y-23760 to 23760'),
        outside: expect.objectContaining({ target: { x: 3601, y: 0 } }),
      },
    ]);
    await plotter.command('MOVE X30000 Y0');
    await plotter.command('ZERO');
    const before = await check(plotter, { commands: ['MOVE X3600 Y0', 'MOVE X3601 Y0', 'MOVE X-63600 Y0'] });
    expect(before.problems.map(({ index }) => index)).toEqual([1]);
  });

  it('starts at the machine’s position', async () => {
    const plotter = await startTestPlotter();
    await plotter.command('MOVE X8000 Y0');
    expect((await check(plotter, { script: 'MOVE X8000 Y0' })).estimatedMs).toBe(0);
    expect((await check(plotter, { script: 'MOVE X0 Y0' })).estimatedMs).toBeCloseTo(1100, 0);
  });

  it('counts all problems and names the first hundred', async () => {
    const plotter = await startTestPlotter();
    const report = await check(plotter, { commands: Array(500).fill('MOVE X99999 Y0') });
    expect(report).toMatchObject({ ok: false, total: 500 });
    expect(report.problems).toHaveLength(100);
  });

  it('checks commands even while a job runs or the port is closed', async () => {
    const plotter = await startScripted(() => undefined);
    await plotter.queue(['A']);
    expect(await check(plotter, { script: 'PENUP' })).toMatchObject({ ok: true });
    plotter.device.hangUp();
    await plotter.expectState(1, 'interrupted');
    await plotter.post('/disconnect');
    expect(await check(plotter, { commands: [] })).toEqual({
      ok: true,
      total: 0,
      estimatedMs: 0,
      penLifts: 0,
      bounds: null,
      problems: [],
    });
  });

  it.each<[object, string]>([
    [{}, ''],
    [{ script: 'A', commands: [] }, '/commands'],
    [{ commands: ['Ä'] }, '/commands/0'],
    [{ script: 'A', timeoutMs: 0 }, '/timeoutMs'],
  ])('rejects %j in the same way as POST /job', async (body, pointer) => {
    const plotter = await shared();
    const answer = await plotter.send('POST', '/check', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ pointer });
  });
});
