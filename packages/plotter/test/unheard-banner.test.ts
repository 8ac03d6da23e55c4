import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { families } from '../src/drivers/families.ts';
import { plugSimulator } from '../src/drivers/simulator/plug-simulator.ts';
import type { Simulator } from '../src/drivers/simulator/simulator.ts';
import { startOn, type TestPlotter } from './support/test-plotter.ts';

const commands = ['SPEED 4000', 'PENUP', 'MOVE X160 Y80', 'PENDOWN', 'PENUP'];

describe('a machine that started before the service, so that its banner was missed', () => {
  it.each(['grbl', 'ebb', 'stationery', 'marlin'] as const)(
    'is recognised as %s before its first job',
    async (name) => {
      const { machine, plotter } = await start(name, 'auto');
      const { id } = await plotter.queue(commands);
      expect(await plotter.expectState(id, 'done')).toMatchObject({ completed: commands.length });
      expect(machine.status().carriage).toEqual({ x: 160, y: 80 });
      expect(await plotter.status()).toMatchObject({
        driver: name,
        recognised: true,
        position: { x: 160, y: 80 },
        firmware: expect.stringMatching(/\d/),
      });
    },
  );

  it.each(['grbl', 'ebb', 'marlin'] as const)(
    'is recognised as %s by an answer that arrived while the service was frozen',
    async (name) => {
      const { plotter } = await start(name, 'auto', true, (line) => line === 'VERSION' && freeze(1_700));
      const { id } = await plotter.queue(commands);
      await plotter.expectState(id, 'done');
      expect(await plotter.status()).toMatchObject({ driver: name, recognised: true });
    },
  );

  it.each([
    ['grbl', 'failed', 'stationery plot setup'],
    ['ebb', 'interrupted', 'disconnected'],
  ] as const)(
    'is not queried at a port without USB ids, and is recognised as %s by its refusals',
    async (name, state, reason) => {
      const { plotter, sent } = await start(name, 'auto', false);
      expect([sent, (await plotter.status()).recognised]).toEqual([[], false]);
      const { id } = await plotter.queue(commands);
      expect((await plotter.expectState(id, state)).state).toMatchObject({
        reason: expect.stringContaining(reason),
      });
      await expect.poll(() => plotter.status()).toMatchObject({ driver: name, link: { state: 'ready' } });
      const { id: next } = await plotter.queue(commands);
      await plotter.expectState(next, 'done');
    },
  );

  it('is recognised as Stationery firmware without USB ids if the user queries it, and at the next start', async () => {
    const { cable, plotter, sent } = await start('stationery', 'auto', false);
    expect([sent, (await plotter.status()).recognised]).toEqual([[], false]);
    expect((await plotter.command('STATUS')).status).toBe(200);
    const known = { recognised: true, firmware: expect.stringContaining('stationery-plotter') };
    await expect.poll(() => plotter.status()).toMatchObject(known);
    expect(plotter.driver.window).toBeGreaterThan(1);
    await plotter.stop();
    const next = await startOn(cable.path, undefined, { bannerWaitMs: 30, folder: plotter.folder });
    await expect.poll(() => next.status()).toMatchObject(known);
  });

  it.each(['grbl', 'ebb'] as const)(
    'is sent no move if the user forces the wrong driver on %s',
    async (name) => {
      const { machine, plotter, sent } = await start(name, 'stationery');
      const moved = await plotter.command('MOVE X160 Y80');
      expect([moved.status, await moved.text()]).toEqual([
        503,
        expect.stringContaining('stationery plot setup'),
      ]);
      const job = await plotter.send('POST', '/job', { commands });
      expect([job.status, await job.text()]).toEqual([503, expect.stringContaining('stationery plot setup')]);
      expect(await plotter.status()).toMatchObject({ link: { cause: { code: 'wrong-machine' } } });
      expect(sent.filter((line) => line !== '$I' && line !== 'VERSION')).toEqual([]);
      expect(machine.status()).toMatchObject({ carriage: { x: 0, y: 0 }, strokeCount: 0 });
    },
  );
});

async function start(
  name: 'grbl' | 'ebb' | 'stationery' | 'marlin',
  driver: string,
  isConverter = true,
  onSent: (line: string) => void = () => {},
): Promise<{ machine: Simulator; cable: { path: string }; plotter: TestPlotter; sent: string[] }> {
  const machine = families[name].simulator({ speedFactor: 0 });
  const cable = await plugSimulator({ plotter: machine, path: join(await temporaryFolder(), 'tty') });
  onTestFinished(() => cable.close());
  await expect.poll(() => machine.status().activity.state).toBe('idle');
  let listen = () => {};
  const listening = new Promise<void>((resolve) => {
    listen = resolve;
  });
  const plotter = await startOn(cable.path, undefined, {
    bannerWaitMs: 30,
    env: { PLOTTER_DRIVER: driver },
    ...(isConverter && { usbIds: listening.then(() => ({ vendorId: '1a86', productId: '7523' })) }),
  });
  const sent: string[] = [];
  plotter.driver.subscribe((event) => {
    if (event.type !== 'sent') return;
    sent.push(event.line);
    onSent(event.line);
  });
  listen();
  return { machine, cable, plotter, sent };
}

/** Blocks the process, like SIGSTOP and SIGCONT, or a slow card. */
function freeze(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
