import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EbbSimulator } from '../../../src/drivers/ebb/simulator/ebb-simulator.ts';
import { brushlessServo } from '../../../src/drivers/ebb/simulator/pen-servo.ts';
import { families, familyList, machinePresets } from '../../../src/drivers/families.ts';
import type { Family } from '../../../src/drivers/family.ts';
import type { Point } from '../../../src/drivers/language/geometry.ts';
import type { Simulator } from '../../../src/drivers/simulator/simulator.ts';
import { startOn, type TestPlotter } from '../../support/test-plotter.ts';

const kinds = familyList.map((kind) => [kind.name, kind] as const);

/** A machine that stays on while its service restarts. */
async function machineOf(kind: Family, machine: Simulator = kind.simulator({ speedFactor: 0 })) {
  const folder = await temporaryFolder();
  onTestFinished(() => machine.close());
  const start = async () => {
    const path = kind.name === 'stationery' ? 'sim:' : `sim:${kind.name}`;
    const plotter = await startOn(path, machine, { folder, bannerWaitMs: 1_200 });
    await expect.poll(() => plotter.driver.state.state, { timeout: 20_000 }).toBe('ready');
    return plotter;
  };
  return { machine, start };
}

/** Sends `MOVE` to this position, with absolute or relative coordinates. */
async function move(plotter: TestPlotter, kind: Family, from: Point, to: Point): Promise<void> {
  const isRelative = kind.defaultProfile.coordinates === 'relative';
  const { x, y } = isRelative ? { x: to.x - from.x, y: to.y - from.y } : to;
  expect(await (await plotter.command(`MOVE X${x} Y${y}`)).json()).toMatchObject({ ok: true });
}

describe.each(kinds)('a service of %s', (_, kind) => {
  it('knows the position after every restart, or reports it as lost', async () => {
    const { machine, start } = await machineOf(kind);
    let plotter = await start();
    await plotter.command('ZERO');
    const places: Point[] = [
      { x: 800, y: 0 },
      { x: 1600, y: 400 },
    ];
    let from: Point = { x: 0, y: 0 };
    for (const to of places) {
      await move(plotter, kind, from, to);
      await expect.poll(() => machine.status().carriage).toEqual(to);
      from = to;
      await plotter.stop();
      plotter = await start();
      const { positionLost, position } = await settled(plotter);
      if (kind.name === 'ebb') expect(positionLost).toBe(false);
      if (!positionLost) expect(position).toEqual(machine.status().carriage);
    }
  });

  it('asks for the origin if the position is lost, even after HOME', async () => {
    const { machine, start } = await machineOf(kind);
    const before = await start();
    await before.command('ZERO');
    await move(before, kind, { x: 0, y: 0 }, { x: 800, y: 0 });
    await before.stop();
    machine.reset();
    const plotter = await start();
    expect(await settled(plotter)).toMatchObject({ positionLost: true });
    await plotter.command('HOME');
    expect(await plotter.status()).toMatchObject({ positionLost: true });
    expect(await (await plotter.command('ZERO')).json()).toMatchObject({ ok: true });
    expect(await plotter.status()).toMatchObject({ positionLost: false, position: { x: 0, y: 0 } });
  });
});

it('the limits of an EiBotBoard keep their place on the machine when the service restarts', async () => {
  const { start } = await machineOf(families.ebb);
  const before = await start();
  await before.command('MOVE X1600 Y800');
  await before.command('ZERO');
  const { reach } = await before.status();
  expect(reach).toMatchObject({ minX: -1600, minY: -800 });
  await before.command('MOVE X80 Y80');
  await before.stop();
  const plotter = await start();
  expect(await settled(plotter)).toMatchObject({ positionLost: false, reach });
});

it('a NextDraw that restarted finds its origin with its limit switch', async () => {
  const nextDraw = machinePresets().find(({ id }) => id === 'nextdraw-8511')!.profile;
  const board = new EbbSimulator({
    firmware: '3.0.2',
    servo: brushlessServo,
    speedFactor: 0,
    corner: { x: -4000, y: -2400 },
  });
  const { start } = await machineOf(families.ebb, board);
  const before = await start();
  expect((await before.send('POST', '/machines', nextDraw)).status).toBe(201);
  expect(await (await before.command('HOME')).json()).toMatchObject({ ok: true });
  await before.command('MOVE X1600 Y800');
  await before.command('ZERO');
  await before.command('MOVE X800 Y400');
  await before.stop();
  board.reset();
  const plotter = await start();
  expect(await settled(plotter)).toMatchObject({ positionLost: true });
  expect(await (await plotter.command('HOME')).json()).toMatchObject({ ok: true });
  expect(await plotter.status()).toMatchObject({
    positionLost: false,
    position: { x: 0, y: 0 },
    reach: { minX: -1600, minY: -800 },
  });
});

/** Returns the status after the service has compared the machine's position with the last one. */
async function settled(plotter: TestPlotter) {
  await expect.poll(async () => (await plotter.status()).position, { timeout: 20_000 }).not.toBeNull();
  await plotter.command('PENUP');
  return plotter.status();
}
