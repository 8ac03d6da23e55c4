import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { families } from '../src/drivers/families.ts';
import { refuseNotOffered } from '../src/routes/machine-routes.ts';
import { alwaysOk, ScriptedDevice } from './support/scripted-device.ts';
import {
  sharedTestPlotter,
  startScripted,
  startTestPlotter,
  type TestPlotter,
} from './support/test-plotter.ts';

type Profile = AnswerOf<typeof plotterRoutes.getMachine>;
const read = async <T>(plotter: TestPlotter, path: string) => (await (await plotter.get(path)).json()) as T;
const machines = async (plotter: TestPlotter) =>
  (await read<AnswerOf<typeof plotterRoutes.listMachines>>(plotter, '/machines')).machines;
const drivers = (plotter: TestPlotter) =>
  read<AnswerOf<typeof plotterRoutes.getDrivers>>(plotter, '/drivers');

describe('saved machine profiles', () => {
  it('are listed, added, chosen, deleted and kept across restarts', async () => {
    const plotter = await startTestPlotter();
    expect(await machines(plotter)).toEqual([]);
    const initial = await read<Profile>(plotter, '/machine');
    const first = await plotter.send('POST', '/machines', {
      ...initial,
      name: 'Thin pen',
      penHeights: { up: 1, down: 2 },
    });
    expect([first.status, await first.json()]).toEqual([
      201,
      { id: 1, name: 'Thin pen', driver: 'stationery', inUse: true },
    ]);
    const second = {
      ...initial,
      name: 'Thick pen',
      speed: 4000,
      axes: { swap: true, mirrorX: false, mirrorY: true },
    };
    expect((await plotter.send('POST', '/plotter/machines', second)).status).toBe(201);
    expect(await read<Profile>(plotter, '/machine')).toEqual(second);
    expect((await machines(plotter)).map(({ name, inUse }) => [name, inUse])).toEqual([
      ['Thin pen', false],
      ['Thick pen', true],
    ]);
    const inUse = await plotter.get('/machines/2', { method: 'DELETE' });
    expect([inUse.status, inUse.headers.get('error-code')]).toEqual([409, 'machine-in-use']);
    const chosen = await plotter.post('/machines/1/choose');
    expect([chosen.status, await chosen.json()]).toMatchObject([200, { penHeights: { up: 1, down: 2 } }]);
    // A change applies to the profile in use.
    await plotter.send('PUT', '/machine', { ...initial, name: 'Fine pen' });
    await plotter.stop();

    const restarted = await startTestPlotter({ folder: plotter.folder });
    expect((await machines(restarted)).map(({ name, inUse }) => [name, inUse])).toEqual([
      ['Fine pen', true],
      ['Thick pen', false],
    ]);
    expect((await restarted.get('/machines/2', { method: 'DELETE' })).status).toBe(204);
    expect((await restarted.get('/machines/2', { method: 'DELETE' })).status).toBe(404);
    expect((await restarted.post('/machines/2/choose')).status).toBe(404);
    expect(await machines(restarted)).toHaveLength(1);
  });

  it('apply only to the driver for which they were set, and do not choose a driver', async () => {
    const plotter = await startTestPlotter();
    const { driver, ...initial } = await read<Profile>(plotter, '/machine');
    expect(driver).toBe('stationery');
    for (const profile of [initial, { ...initial, driver }]) {
      const set = await plotter.send('PUT', '/machine', { ...profile, penHeights: { up: 60, down: 40 } });
      expect([set.status, (await drivers(plotter)).choice]).toEqual([200, 'auto']);
    }
    await plotter.send('PUT', '/driver', { driver: 'grbl' });
    const { name, penHeights } = await read<Profile>(plotter, '/machine');
    expect([name === initial.name, penHeights?.up === 60]).toEqual([false, false]);
  });

  it('start no job that was planned for a different scale', async () => {
    const plotter = await startTestPlotter();
    const initial = await read<Profile>(plotter, '/machine');
    const commands = ['PENUP', 'MOVE X80 Y0'];
    const { id } = await plotter.queue(commands, { stepsPerMm: 80 });
    await plotter.expectState(id, 'done');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h5" stroke="red"/></svg>';
    const planned = await plotter.send('POST', '/plan', { svg, job: {}, include: [] });
    const { job } = (await planned.json()) as { job: { id: number } };
    await plotter.expectState(job.id, 'done');
    await plotter.send('PUT', '/machine', { ...initial, stepsPerMm: 100 });
    const { board } = plotter;
    const before = board.status();
    for (const done of [id, job.id]) {
      const again = (await (await plotter.post(`/jobs/${done}/rerun`)).json()) as { id: number };
      const { state } = await plotter.expectState(again.id, 'failed');
      expect(state).toMatchObject({
        reason: expect.stringMatching(/80 steps\/mm.*100 steps\/mm.*Plot the drawing again/),
        cause: { code: 'job-other-scale', planned: 80, plotter: 100 },
      });
    }
    expect(board.status()).toEqual(before);
    expect(await plotter.job(job.id)).toMatchObject({ stepsPerMm: 80 });
    // Plain commands work at any scale.
    await plotter.expectState((await plotter.queue(commands)).id, 'done');
    const wrong = await plotter.send('POST', '/job', { commands, stepsPerMm: 0 });
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { pointer: '/stepsPerMm' }]);
  });

  it('are rejected if they are invalid or a job is paused', async () => {
    const plotter = await startTestPlotter();
    const initial = await read<Profile>(plotter, '/machine');
    for (const nonsense of [
      { stepsPerMm: 0 },
      { speedLimits: { min: 5, max: 4 } },
      { speedUnit: 'mm/s' },
      { driver: 'hpgl' },
      { cornerDeviationMm: -1 },
      { limits: { minX: 1, maxX: 1, minY: 0, maxY: 1 } },
    ]) {
      expect((await plotter.send('POST', '/machines', { ...initial, ...nonsense })).status).toBe(400);
    }
    expect((await plotter.send('POST', '/machines', initial)).status).toBe(201);
    const { id } = await plotter.queue(['PENUP', 'PENDOWN'], { pauses: [{ before: 1, reason: 'Pen 2' }] });
    await plotter.expectState(id, 'paused');
    for (const refused of [
      await plotter.send('POST', '/machines', initial),
      await plotter.post('/machines/1/choose'),
      await plotter.send('PUT', '/driver', { driver: 'auto' }),
      await plotter.post('/driver/detect'),
    ])
      expect([refused.status, await refused.json()]).toMatchObject([409, { job: id }]);
  });
});

describe('a value that a family of machines does not offer', () => {
  const shared = sharedTestPlotter();

  it.each([
    ['grbl', { penControl: 'spindle' }, 'The driver grbl takes servo or z for penControl, not spindle.'],
    ['ebb', { penControl: 'servo' }, 'The driver ebb takes no penControl: leave it out.'],
    ['pico', { lowersGently: true }, 'The driver pico takes no lowersGently: leave it out.'],
    ['grbl', { coordinates: 'relative' }, 'The driver grbl takes absolute for coordinates, not relative.'],
    ['marlin', { speedUnit: 'us/step' }, 'The driver marlin takes steps/s for speedUnit, not us/step.'],
    ['ebb', { stepIntervalUs: 500 }, 'The driver ebb takes no stepIntervalUs: leave it out.'],
  ])('is refused for %s: %j', async (driver, values, detail) => {
    const plotter = await shared();
    const before = await read<Profile>(plotter, '/machine');
    const { defaultProfile } = families[driver as keyof typeof families];
    for (const [method, path] of [
      ['PUT', '/machine'],
      ['POST', '/machines'],
    ] as const) {
      const refused = await plotter.send(method, path, { ...defaultProfile, driver, ...values });
      const pointer = `/${Object.keys(values)[0]}`;
      expect([refused.status, await refused.json()]).toMatchObject([400, { detail, pointer }]);
    }
    expect(await read<Profile>(plotter, '/machine')).toEqual(before);
  });

  it.each(Object.values(families))('is in no preset of $name', ({ name, presets, defaultProfile }) => {
    for (const { differs } of presets)
      expect(() => refuseNotOffered({ ...defaultProfile, ...differs }, name)).not.toThrow();
  });
});

describe('a machine with rotated axes', () => {
  it('draws, moves and reports sent commands in user coordinates', async () => {
    const plotter = await startTestPlotter();
    const initial = await read<Profile>(plotter, '/machine');
    const axes = { swap: true, mirrorX: false, mirrorY: true };
    await expect.poll(() => plotter.status()).toMatchObject({ position: { x: 0, y: 0 } });
    await plotter.send('PUT', '/machine', { ...initial, axes });
    // The position was known in other axes, so it is unknown now.
    expect(await plotter.status()).toMatchObject({ position: null });
    const moved = await plotter.command('MOVE X800 Y160');
    expect(await moved.json()).toMatchObject({ sent: 'MOVE X800 Y160', ok: true });
    expect(plotter.board.status().carriage).toEqual({ x: 160, y: -800 });
    expect((await plotter.command('STATUS')).status).toBe(200);
    await expect.poll(() => plotter.status()).toMatchObject({ position: { x: 800, y: 160 } });
    const { id } = await plotter.queue(['MOVE X80 Y0', 'PENDOWN', 'MOVE X80 Y240', 'PENUP']);
    await plotter.expectState(id, 'done');
    expect(plotter.board.status().carriage).toEqual({ x: 240, y: -80 });
    expect(await plotter.status()).toMatchObject({ position: { x: 80, y: 240 }, pen: 'up' });
  });
});

describe('the driver', () => {
  it('is listed with presets for common plotters', async () => {
    const plotter = await startTestPlotter();
    const found = await drivers(plotter);
    expect(found).toMatchObject({ choice: 'auto', configured: 'auto' });
    expect(found.drivers[0]).toEqual({
      name: 'stationery',
      title: 'Plotter with Stationery firmware',
      titleDe: 'Plotter mit Stationery-Firmware',
    });
    expect(found.presets.at(-1)).toMatchObject({ id: 'other', driver: 'stationery' });
    for (const { driver, profile } of found.presets) {
      expect(found.drivers.map(({ name }) => name)).toContain(driver);
      expect(profile.driver).toBe(driver);
    }
  });

  it('can be chosen, even after a restart, until the settings change', async () => {
    const device = await ScriptedDevice.start((line) =>
      line === 'VERSION' ? 'stationery-plotter 1.0.0\nOK VERSION\n' : alwaysOk(line),
    );
    const folder = await temporaryFolder();
    const plotter = await startScripted(alwaysOk, { folder, on: device });
    expect(await plotter.status()).toMatchObject({ driver: 'stationery', recognised: false });
    const chosen = await plotter.send('PUT', '/driver', { driver: 'stationery' });
    expect([chosen.status, await chosen.json()]).toMatchObject([200, { recognised: true }]);
    expect((await plotter.send('PUT', '/driver', { driver: 'hpgl' })).status).toBe(400);
    await plotter.stop();

    const restarted = await startScripted(alwaysOk, { folder, on: device });
    expect(await drivers(restarted)).toMatchObject({ choice: 'stationery', configured: 'auto' });
    await restarted.stop();

    const env = { PLOTTER_DRIVER: 'stationery' };
    const configured = await startScripted(alwaysOk, { folder, on: device, env });
    expect((await configured.send('PUT', '/driver', { driver: 'auto' })).status).toBe(200);
    expect(await drivers(configured)).toMatchObject({ choice: 'auto', configured: 'stationery' });
    await configured.stop();
    expect(await drivers(await startScripted(alwaysOk, { folder, on: device }))).toMatchObject({
      choice: 'auto',
      configured: 'auto',
    });
  });

  it('is detected only if the user requests it', async () => {
    const device = await ScriptedDevice.start((line) =>
      line === 'VERSION' ? 'stationery-plotter 1.0.0\nOK VERSION\n' : 'ERR UNKNOWN\n',
    );
    const plotter = await startScripted(undefined, { on: device });
    expect((await plotter.status()).recognised).toBe(false);
    expect(device.heard.join('')).toBe('');
    const found = await plotter.post('/driver/detect');
    expect([found.status, await found.json()]).toMatchObject([200, { driver: 'stationery' }]);
    await expect.poll(() => plotter.status()).toMatchObject({ recognised: true, link: { state: 'ready' } });
    // Only questions were sent, which move nothing: for the family, then for name and position of the found machine.
    expect(device.heard.join('|')).toMatch(/^V\|?\r?\|?\$I\|VERSION\|VERSION(\|STATUS)*$/);

    const silent = await startScripted(() => 'what?\n');
    expect(await (await silent.post('/driver/detect')).json()).toEqual({
      driver: null,
      lines: expect.arrayContaining(['what?']),
    });
    await expect.poll(() => silent.driver.state.state).toBe('ready');
    expect((await silent.status()).recognised).toBe(false);
  });

  it.each(['stationery', 'pico'])(
    '%s, if chosen for a GRBL machine, reports the mismatch after a refused query',
    async (driver) => {
      const plotter = await startScripted(() => 'error:2\n', {
        env: { PLOTTER_DRIVER: driver },
        bannerWaitMs: 30,
      });
      expect((await plotter.command('PENDOWN')).status).toBe(503);
      expect((await plotter.status()).link).toMatchObject({
        state: 'suspect',
        reason: expect.stringMatching(/Choose the plotter/),
        cause: { code: 'wrong-machine', driver, heard: 'error:2' },
      });
      expect((await plotter.command('MOVE X80 Y0')).status).toBe(503);
      expect(plotter.device.heard).toEqual(['VERSION', '$I']);
    },
  );

  it('stationery, chosen for a board that does not identify itself, waits for confirmation', async () => {
    const device = await ScriptedDevice.start((line) =>
      line === 'VERSION' ? 'ERR UNKNOWN\n' : alwaysOk(line),
    );
    const options = { on: device, env: { PLOTTER_DRIVER: 'stationery' }, bannerWaitMs: 30 };
    const plotter = await startScripted(alwaysOk, options);
    const unsure = { recognised: false, link: { state: 'suspect', cause: { code: 'machine-unidentified' } } };
    const isRefused = async () => {
      for (const path of ['/command', '/job']) {
        const answer = await plotter.send('POST', path, {
          ...(path === '/job' ? { commands: ['MOVE X80 Y0'] } : { command: 'MOVE X80 Y0' }),
        });
        const detail = expect.stringContaining('Choose the plotter on the page');
        expect([answer.status, await answer.json()]).toMatchObject([503, { detail }]);
      }
      expect(await plotter.status()).toMatchObject(unsure);
    };
    await isRefused();
    // Choosing the same driver again is not a confirmation; commands without motion are sent.
    await plotter.send('PUT', '/driver', { driver: 'stationery' });
    expect((await plotter.command('STATUS')).status).toBe(200);
    await isRefused();
    expect(device.heard).not.toContain('MOVE X80 Y0');
    const moves = async (service: TestPlotter, driver: string) => {
      await expect
        .poll(() => service.status())
        .toMatchObject({ driver, recognised: true, link: { state: 'ready' } });
      expect((await service.command('MOVE X80 Y0')).status).toBe(200);
    };
    const { presets } = await drivers(plotter);
    await plotter.send('POST', '/machines', presets.find(({ id }) => id === 'other')!.profile);
    await moves(plotter, 'stationery');
    await plotter.send('PUT', '/driver', { driver: 'pico' });
    await moves(plotter, 'pico');
    await plotter.stop();
    const next = await startScripted(alwaysOk, { ...options, folder: plotter.folder });
    await next.send('PUT', '/driver', { driver: 'stationery' });
    await moves(next, 'stationery');
  });

  it('is chosen with its profile; a profile for a different driver does not apply', async () => {
    const plotter = await startTestPlotter();
    const { presets } = await drivers(plotter);
    const axiDraw = presets.find(({ id }) => id === 'axidraw-a3')!;
    expect(presets.map(({ id }) => id)).toEqual([
      ...['pico', 'grbl-servo', 'fluidnc', 'idraw-2', 'axidraw-v3', 'axidraw-a3'],
      ...['nextdraw-8511', 'nextdraw-1117', 'nextdraw-2234'],
      ...['marlin-servo', 'marlin-spindle', 'ender-3', 'prusa-mk3', 'klipper', 'stationery', 'other'],
    ]);
    expect((await plotter.send('POST', '/machines', axiDraw.profile)).status).toBe(201);
    expect(await plotter.status()).toMatchObject({ driver: 'ebb' });
    expect(await read<Profile>(plotter, '/machine')).toMatchObject({
      name: 'AxiDraw A3',
      penUpSpeedByDriver: true,
      reported: ['coordinates', 'penHeightLimits'],
    });
    // The board does not know its pulleys.
    await plotter.send('PUT', '/machine', { ...axiDraw.profile, stepsPerMm: 100 });
    expect(await read<Profile>(plotter, '/machine')).toMatchObject({ stepsPerMm: 100 });
    // A different machine: nothing is plotted, and the reason contains advice.
    await expect
      .poll(async () => (await plotter.status()).link)
      .toMatchObject({ cause: { code: 'wrong-machine' } });
    expect((await plotter.command('PENDOWN')).status).toBe(503);
    expect(plotter.board.status()).toMatchObject({ pen: 'up', strokeCount: 0 });
    // Values reported by the machine are not stored as the user's.
    const sent = await read<Profile>(plotter, '/machine');
    expect((await plotter.send('PUT', '/machine', { ...sent, penUpMs: 99 })).status).toBe(200);
    await plotter.send('PUT', '/driver', { driver: 'stationery' });
    expect(await read<Profile>(plotter, '/machine')).toMatchObject({ name: 'Stationery A3 plotter' });
    await plotter.post('/machines/1/choose');
    expect(await plotter.status()).toMatchObject({ driver: 'ebb' });
    expect(await read<Profile>(plotter, '/machine')).toMatchObject({ name: 'AxiDraw A3', penUpMs: 99 });
  });
});
