import { describe, expect, it } from 'vitest';
import { segmentsOf } from './support/drawings.ts';
import { alwaysOk } from './support/scripted-device.ts';
import { startScripted, startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

const banner = 'READY stationery-plotter 1.0.0\n';
const commands = ['PENUP', 'MOVE X1 Y1', 'PENDOWN', 'MOVE X2 Y2', 'MOVE X3 Y3', 'PENUP'];

async function isReady(plotter: TestPlotter): Promise<void> {
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
}

/** Expects that the job continues only after the user confirms the pen position. */
async function expectQuestion(plotter: TestPlotter, id: number): Promise<void> {
  await isReady(plotter);
  expect(await plotter.status()).toMatchObject({ positionLost: true });
  const refused = await plotter.resume(id);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    type: '/problems/position-lost',
    detail: expect.stringMatching(/Move the pen to the origin .* “penAtOrigin”: true/),
  });
  expect((await plotter.resume(id, false)).status).toBe(409);
}

describe('a board that restarts', () => {
  it.each([
    ['our firmware', banner],
    ['another, which greeted when its port was opened', 'Plotter of ours, version 3\r\n'],
  ])(
    'interrupts the job even if its banner is in the same chunk as the last reply: %s',
    async (_, greeting) => {
      // A generous wait for the banner on a busy machine.
      const plotter = await startScripted(alwaysOk, { bannerWaitMs: 2000 });
      await isReady(plotter);
      plotter.device.banner = greeting;
      plotter.device.hangUp();
      await expect.poll(() => plotter.driver.session).toBe(2);
      await isReady(plotter);
      plotter.device.script = (line) => (line === 'MOVE X2 Y2' ? `OK MOVE\n${greeting}` : alwaysOk(line));
      const { id } = await plotter.queue(commands);
      const { state } = await plotter.expectState(id, 'interrupted');
      expect(state).toMatchObject({ next: 4, unknown: null, reason: 'The board restarted.' });
      await expectQuestion(plotter, id);
      expect(plotter.device.heard).not.toContain('MOVE X3 Y3');
      plotter.device.script = alwaysOk;
      expect((await plotter.resume(id, true)).status).toBe(200);
      await plotter.expectState(id, 'done');
      expect(await plotter.status()).toMatchObject({ positionLost: false });
    },
  );

  it.each([
    ['in the middle of a line', 'OK MMPY: soft reboot\r\n'],
    [
      'to its prompt',
      'MicroPython v1.22.1 on 2024-01-05; Raspberry Pi Pico with RP2040\r\nType "help()" \r\n>>> ',
    ],
    ['unheard, and is at its prompt', '>>> MOVE X2 Y2\r\nTraceback (most recent call last):\r\n'],
  ])('and runs MicroPython, %s, interrupts the job at once', async (_, said) => {
    const plotter = await startScripted(alwaysOk, { env: { PLOTTER_DRIVER: 'pico' } });
    plotter.device.script = (line) => (line === 'MOVE X2 Y2' ? said : alwaysOk(line));
    const { id } = await plotter.queue(commands, { timeoutMs: 600_000 });
    const { state } = await plotter.expectState(id, 'interrupted');
    expect(state).toMatchObject({ next: 3, unknown: 3, reason: 'The board restarted.' });
    expect(plotter.device.heard).not.toContain('MOVE X3 Y3');
  });

  it('is not confused with a program that prints the prompt of MicroPython', async () => {
    const plotter = await startScripted((line) => `>>> ${line}\r\n${alwaysOk(line)}`, {
      env: { PLOTTER_DRIVER: 'pico' },
    });
    const { id } = await plotter.queue(commands);
    await plotter.expectState(id, 'done');
  });

  it('after a timeout interrupts the job even if the job continues after errors', async () => {
    const plotter = await startScripted(alwaysOk, { ours: true, times: { graceMs: 60_000 } });
    plotter.device.script = (line) => (line === 'MOVE X2 Y2' ? undefined : alwaysOk(line));
    const { id } = await plotter.queue(commands, { stopOnError: false, timeoutMs: 500 });
    await expect.poll(() => plotter.driver.state.state).toBe('suspect');
    // Noise has corrupted the banner.
    plotter.device.say('RE\x02DY stationery-plotter 1.0.0\n');
    const { state } = await plotter.expectState(id, 'interrupted');
    expect(state).toMatchObject({ next: 4, unknown: null });
    await expectQuestion(plotter, id);
    expect(plotter.device.heard).not.toContain('MOVE X3 Y3');
  });

  it('interrupts a paused job and holds the jobs behind it', async () => {
    const plotter = await startScripted(alwaysOk, { ours: true });
    const pauses = [{ before: 1, reason: 'Put the red pen in.' }];
    const { id } = await plotter.queue(commands, { pauses });
    await plotter.expectState(id, 'paused');
    const waiting = await plotter.queue(['PENUP']);
    plotter.device.say(banner);
    const { state } = await plotter.expectState(id, 'interrupted');
    expect(state).toMatchObject({ reason: expect.stringMatching(/restarted.*Put the red pen in/) });
    await plotter.expectState(waiting.id, 'held');
    await expectQuestion(plotter, id);
    // The user has moved the pen to the origin.
    expect((await plotter.command('ZERO')).status).toBe(200);
    expect(await plotter.status()).toMatchObject({ positionLost: false });
    expect((await plotter.resume(id)).status).toBe(200);
    await plotter.expectState(id, 'paused');
  });

  it('accepts new jobs, which start from its current position', async () => {
    const plotter = await startScripted(alwaysOk, { ours: true });
    plotter.device.say(banner);
    await expect.poll(() => plotter.status()).toMatchObject({ positionLost: true });
    const { id } = await plotter.queue(commands);
    await plotter.expectState(id, 'done');
  });

  it('because its job requested it continues the job from the pen position', async () => {
    const plotter = await startTestPlotter();
    const { id } = await plotter.queue(['PENUP', 'MOVE X9 Y9', 'RESET', 'PENDOWN', 'MOVE X1 Y1', 'PENUP']);
    await plotter.expectState(id, 'done');
    expect([...segmentsOf(plotter.board).keys()]).toEqual(['9 9 to 10 10']);
  });
});

describe('a lost connection', () => {
  it.each([
    ['tells that it stands where it was left', 'POS X2 Y2', 200],
    ['tells another place', 'POS X0 Y0', 409],
    ['cannot tell', 'nothing', 409],
  ])('needs no confirmation if the board %s', async (_, told, status) => {
    const answer = (line: string) => (line === 'STATUS' ? `${told}\nOK STATUS\n` : alwaysOk(line));
    const plotter = await startScripted((line) => (line === 'MOVE X3 Y3' ? undefined : alwaysOk(line)));
    const { id } = await plotter.queue(commands);
    await plotter.device.expectHeard('MOVE X3 Y3');
    plotter.device.script = answer;
    plotter.device.hangUp();
    await plotter.expectState(id, 'interrupted');
    await isReady(plotter);
    expect((await plotter.resume(id)).status).toBe(status);
  });

  it('needs confirmation until the board has accepted the confirmed origin', async () => {
    const told = (line: string) => `${line === 'STATUS' ? 'POS X500 Y500\n' : ''}${alwaysOk(line)}`;
    const plotter = await startScripted((line) => (line === 'MOVE X3 Y3' ? undefined : alwaysOk(line)));
    const { id } = await plotter.queue(commands);
    await plotter.device.expectHeard('MOVE X3 Y3');
    plotter.device.script = (line) => (line === 'PENUP' ? 'ERR SERVO stuck\n' : told(line));
    plotter.device.hangUp();
    await plotter.expectState(id, 'interrupted');
    await expectQuestion(plotter, id);
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'interrupted');
    // The board restarts right after the reply, so its origin is not the confirmed one.
    plotter.device.script = (line) => (line === 'ZERO' ? `OK ZERO\n${banner}` : told(line));
    await expectQuestion(plotter, id);
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'interrupted');
    plotter.device.script = told;
    await expectQuestion(plotter, id);
    expect(plotter.device.heard.filter((line) => line === 'ZERO')).toHaveLength(1);
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'done');
    expect(await plotter.status()).toMatchObject({ positionLost: false });
  });

  it('needs confirmation again if the return to the first command failed', async () => {
    const plotter = await startScripted(alwaysOk, { ours: true });
    await plotter.command('ZERO');
    plotter.device.script = (line) => (line === 'MOVE X3 Y3' ? undefined : alwaysOk(line));
    const far = Array.from({ length: 2000 }, (_, at) => `MOVE X${at % 2 ? 0 : 30_000} Y0`);
    const { id } = await plotter.queue(['PENDOWN', 'MOVE X1 Y1', 'MOVE X3 Y3', 'PENUP', ...far]);
    await plotter.device.expectHeard('MOVE X3 Y3');
    plotter.device.hangUp();
    await plotter.expectState(id, 'interrupted');
    await expectQuestion(plotter, id);
    plotter.device.script = (line) => (line === 'PENUP' ? banner : alwaysOk(line));
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'interrupted');
    plotter.device.script = alwaysOk;
    await expectQuestion(plotter, id);
  });

  it('needs confirmation before its job is resumed if a later job has moved the origin', async () => {
    const told = (line: string) => `${line === 'STATUS' ? 'POS X2 Y2\n' : ''}${alwaysOk(line)}`;
    const plotter = await startScripted((line) => (line === 'MOVE X3 Y3' ? undefined : told(line)));
    await plotter.command('STATUS');
    const { id } = await plotter.queue(commands);
    await plotter.device.expectHeard('MOVE X3 Y3');
    plotter.device.script = told;
    plotter.device.hangUp();
    await plotter.expectState(id, 'interrupted');
    await isReady(plotter);
    await expect.poll(() => plotter.status()).toMatchObject({ positionLost: false });
    const other = await plotter.queue(['PENUP', 'MOVE X500 Y500', 'ZERO']);
    await plotter.expectState(other.id, 'done');
    const refused = await plotter.resume(id);
    expect([refused.status, await refused.json()]).toMatchObject([409, { type: '/problems/position-lost' }]);
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'done');
  });

  it('makes a resume return 503 with Retry-After while the board may still be starting', async () => {
    const before = await startScripted((line) => (line === 'MOVE X3 Y3' ? undefined : alwaysOk(line)));
    const { id } = await before.queue(commands);
    await before.device.expectHeard('MOVE X3 Y3');
    before.device.hangUp();
    await before.expectState(id, 'interrupted');
    await before.stop();
    const plotter = await startScripted(alwaysOk, { folder: before.folder, bannerWaitMs: 60_000 });
    await expect.poll(() => plotter.driver.state.state).toBe('settling');
    for (const penAtOrigin of [undefined, true]) {
      const refused = await plotter.resume(id, penAtOrigin);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  });
});

it('STATUS sets the pen position without a confirmation', async () => {
  let place = 'POS X7 Y-8\nPEN DOWN\n';
  const plotter = await startScripted((line) => `${line === 'STATUS' ? place : ''}${alwaysOk(line)}`);
  expect(await plotter.status()).toMatchObject({ position: null });
  await plotter.command('STATUS');
  expect(await plotter.status()).toMatchObject({ position: { x: 7, y: -8 }, pen: 'down' });
  place = 'POS X1 Y2\nPEN UP\n';
  const { id } = await plotter.queue(['STATUS']);
  await plotter.expectState(id, 'done');
  expect(await plotter.status()).toMatchObject({ position: { x: 1, y: 2 }, pen: 'up' });
});
