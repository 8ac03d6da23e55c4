import { describe, expect, it } from 'vitest';
import { stationery } from '../src/drivers/stationery/family.ts';
import { startScripted, startTestPlotter } from './support/test-plotter.ts';

describe('GET /status', () => {
  it.each(['/api/plotter/status', '/plotter/status'])('reports exactly what is known at %s', async (path) => {
    const plotter = await startTestPlotter();
    await expect
      .poll(async () => (await plotter.get(path)).json())
      .toEqual({
        link: { state: 'ready' },
        portPath: 'sim:',
        position: { x: 0, y: 0 },
        pen: 'up',
        positionLost: false,
        job: null,
        queued: 0,
        held: 0,
        reach: stationery.defaultProfile.limits,
        enforcesLimits: true,
        driver: 'stationery',
        recognised: true,
        model: null,
        sheetNumber: 1,
        firmware: 'stationery-plotter 1.1.0',
        mqtt: { state: 'off' },
      });
  });

  it.each<[string[], { position: object | null; pen: string | null }]>([
    [['PENUP'], { position: { x: 0, y: 0 }, pen: 'up' }],
    [['PENDOWN'], { position: { x: 0, y: 0 }, pen: 'down' }],
    [['MOVE X10 Y-5'], { position: { x: 10, y: -5 }, pen: 'up' }],
    [['move x+7 y8'], { position: { x: 7, y: 8 }, pen: 'up' }],
    [['PENDOWN', 'MOVE X1 Y2', 'MOVE X3 Y4'], { position: { x: 3, y: 4 }, pen: 'down' }],
    [['PENDOWN', 'MOVE X1 Y2', 'HOME'], { position: { x: 0, y: 0 }, pen: 'up' }],
    [['MOVE X1 Y2', 'ZERO'], { position: { x: 0, y: 0 }, pen: 'up' }],
    [['PENUP', 'MOVE X1 Y2', 'SERVO 45'], { position: { x: 1, y: 2 }, pen: null }],
    [['PENDOWN', 'MOVE X1 Y2', 'STOP'], { position: { x: 1, y: 2 }, pen: 'up' }],
    [['PENUP', 'MOVE X1 Y2', 'MOVE X999999 Y0'], { position: { x: 1, y: 2 }, pen: 'up' }],
    [['PENUP', 'MOVE X1 Y2', 'SPEED 100', 'NONSENSE', 'STATUS'], { position: { x: 1, y: 2 }, pen: 'up' }],
    [['PENDOWN', 'MOVE X1 Y2', 'RESET'], { position: { x: 0, y: 0 }, pen: 'up' }],
  ])('reports position and pen after %j', async (commands, place) => {
    const plotter = await startTestPlotter();
    await plotter.send('PUT', '/machine', { ...stationery.defaultProfile, enforceLimits: false });
    for (const command of commands) expect((await plotter.command(command)).status).toBe(200);
    await expect.poll(() => plotter.status()).toMatchObject(place);
    await plotter.stop();
    const other = await startTestPlotter({ folder: plotter.folder });
    if (!commands.includes('RESET')) {
      await other.send('POST', '/job', { commands, stopOnError: false });
      expect(await other.status()).toMatchObject(place);
    }
  });

  it.each<[string, { position: object | null; pen: string | null }]>([
    ['MOVE X9 Y9', { position: null, pen: 'up' }],
    ['PENDOWN', { position: { x: 1, y: 2 }, pen: null }],
    ['HOME', { position: null, pen: null }],
    ['SPEED 5', { position: { x: 1, y: 2 }, pen: 'up' }],
  ])('reports as unknown whatever %s would have changed, if it is not answered', async (command, place) => {
    const plotter = await startScripted();
    await plotter.command('PENUP');
    await plotter.command('MOVE X1 Y2');
    plotter.device.script = () => undefined;
    expect((await plotter.command(command, 20)).status).toBe(504);
    expect(await plotter.status()).toMatchObject({
      ...place,
      link: { state: 'suspect', cause: { code: 'unanswered', command } },
    });
  });

  it('adds up relative moves', async () => {
    const plotter = await startScripted();
    const profile = (await (await plotter.get('/machine')).json()) as object;
    await plotter.send('PUT', '/machine', { ...profile, coordinates: 'relative' });
    await plotter.command('MOVE X5 Y5');
    expect(await plotter.status()).toMatchObject({ position: null });
    for (const command of ['HOME', 'MOVE X5 Y5', 'MOVE X-2 Y1']) await plotter.command(command);
    expect(await plotter.status()).toMatchObject({ position: { x: 3, y: 6 } });
  });

  it('asks Stationery firmware for its position at each start, and sends nothing to other firmware', async () => {
    const place = ['POS X7 Y-8', 'PEN DOWN'];
    const answer = (line: string) =>
      line === 'STATUS' ? `${place.join('\n')}\nOK STATUS\n` : `OK ${line}\n`;
    const ours = await startScripted(answer, { ours: true });
    await expect.poll(() => ours.status()).toMatchObject({ position: { x: 7, y: -8 }, pen: 'down' });
    place.splice(0, 2, 'POS X0 Y0', 'PEN UP');
    ours.device.say(ours.device.banner);
    await expect.poll(() => ours.status()).toMatchObject({ position: { x: 0, y: 0 }, pen: 'up' });

    const other = await startScripted(answer);
    await other.command('A');
    expect(await other.status()).toMatchObject({ position: null, pen: null });
    expect(other.device.heard.filter((line) => line !== '')).toEqual(['A']);
  });

  it('forgets the position when the board restarts or the cable is unplugged', async () => {
    const plotter = await startScripted();
    for (const mishap of [() => plotter.device.say('READY another 1.0\n'), () => plotter.device.hangUp()]) {
      await plotter.command('PENUP');
      await plotter.command('MOVE X1 Y2');
      mishap();
      await expect.poll(() => plotter.status()).toMatchObject({ position: null, pen: null });
    }
  });

  it('reports every state of the link', async () => {
    const starting = await startScripted(() => undefined, { bannerWaitMs: 30_000 });
    await expect.poll(async () => (await starting.status()).link).toEqual({ state: 'settling' });

    const plotter = await startScripted(() => undefined, {
      times: { retryFirstMs: 60_000, retryLongestMs: 60_000 },
    });
    await expect.poll(async () => (await plotter.status()).link).toEqual({ state: 'ready' });
    const asked = plotter.command('SLOW', 60_000);
    await expect.poll(async () => (await plotter.status()).link).toEqual({ state: 'busy', command: 'SLOW' });
    plotter.device.hangUp();
    await expect
      .poll(async () => (await plotter.status()).link)
      .toEqual({
        state: 'waiting',
        reason: expect.stringMatching(/^The connection to .* was lost\. Check its cable and power\.$/),
        cause: { code: 'port-lost', port: expect.any(String) },
        retryInMs: expect.any(Number),
      });
    await asked;
    await plotter.post('/disconnect');
    expect((await plotter.status()).link).toEqual({ state: 'closed' });
  });

  it('contains the running job with its progress and remaining time', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : `OK ${line}\n`));
    await plotter.queue(['MOVE X8000 Y0', 'SILENT', 'MOVE X0 Y0']);
    await plotter.queue(['A']);
    await plotter.device.expectHeard('SILENT');
    expect(await plotter.status()).toMatchObject({
      job: {
        id: 1,
        state: { state: 'running', next: 1 },
        total: 3,
        completed: 1,
        remainingMs: expect.any(Number),
      },
      queued: 1,
      position: { x: 8000, y: 0 },
    });
  });
});
