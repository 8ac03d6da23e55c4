import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { Point } from '../../src/drivers/geometry.ts';
import { driverKinds } from '../../src/drivers/kinds.ts';
import { ours } from '../../src/drivers/our-language.ts';
import { plugSimulator } from '../../src/drivers/simulator/plug-simulator.ts';
import { startOn } from '../support/test-plotter.ts';
import { expectInk } from './same-ink.ts';

const lines: Point[][] = Array.from({ length: 12 }, (_, row) => [
  { x: 80, y: 80 * (row + 1) },
  { x: 400, y: 80 * (row + 1) },
  { x: 720, y: 80 * (row + 1) + 40 },
]);

it.each(driverKinds.map((kind) => [kind.name, kind] as const))(
  'a job on %s is paused and resumed; what it counts was executed',
  async (name, kind) => {
    const machine = kind.simulator({ speedFactor: 5 });
    const cable = await plugSimulator({ plotter: machine, path: join(await temporaryFolder(), 'plotter') });
    onTestFinished(async () => {
      await cable.close();
      await machine.close();
    });
    const plotter = await startOn(cable.path, undefined, {
      env: { PLOTTER_DRIVER: name },
      bannerWaitMs: 1_500,
    });
    await expect.poll(() => plotter.link.state.state, { timeout: 20_000 }).toBe('ready');
    let at: Point = { x: 0, y: 0 };
    const moveTo = (to: Point) => {
      const isRelative = kind.profile.coordinates === 'relative';
      const move = ours.moveTo(isRelative ? { x: to.x - at.x, y: to.y - at.y } : to);
      at = to;
      return move;
    };
    const commands = lines.flatMap(([start, ...corners]) => [
      'PENUP',
      moveTo(start!),
      'PENDOWN',
      ...corners.map(moveTo),
    ]);
    commands.push('PENUP');
    const { id } = await plotter.queue(commands);
    await expect.poll(async () => (await plotter.job(id)).executed, { timeout: 20_000 }).toBeGreaterThan(5);
    const running = await plotter.job(id);
    expect(running.sent).toBeGreaterThanOrEqual(running.executed);
    expect(running.sent - running.executed).toBeLessThanOrEqual(plotter.link.window);
    await plotter.post(`/jobs/${id}/pause`);
    await expect
      .poll(async () => (await plotter.job(id)).state.state, { timeout: 20_000 })
      .toMatch(/^(paused|done)$/);
    const paused = await plotter.job(id);
    expect(paused.sent).toBe(paused.executed);
    if (paused.state.state === 'paused') expect((await plotter.resume(id)).status).toBe(200);
    await expect
      .poll(async () => (await plotter.job(id)).state, { timeout: 30_000 })
      .toMatchObject({ state: 'done' });
    expect(await plotter.job(id)).toMatchObject({ completed: commands.length, executed: commands.length });
    expectInk(machine.strokes(), lines);
  },
  60_000,
);
