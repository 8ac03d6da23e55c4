import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import {
  GrblSimulator,
  type GrblSimulatorOptions,
} from '../../../src/drivers/grbl/simulator/grbl-simulator.ts';
import { plugSimulator } from '../../../src/drivers/simulator/plug-simulator.ts';
import { expectInk } from '../../drivers/same-ink.ts';
import { startOn } from '../../support/test-plotter.ts';

async function start(options: GrblSimulatorOptions, driver = 'grbl') {
  const machine = new GrblSimulator(options);
  const cable = await plugSimulator({ plotter: machine, path: join(await temporaryFolder(), 'plotter') });
  onTestFinished(async () => {
    await cable.close();
    await machine.close();
  });
  const serve = (folder?: string) =>
    startOn(cable.path, undefined, {
      env: { PLOTTER_DRIVER: driver },
      bannerWaitMs: 1_500,
      ...(folder !== undefined && { folder }),
    });
  const plotter = await serve();
  const link = async () => (await plotter.status()).link;
  return { machine, plotter, link, serve };
}

const line = [
  { x: 800, y: 800 },
  { x: 8000, y: 800 },
];
const commands = ['PENUP', 'MOVE X800 Y800', 'PENDOWN', 'MOVE X8000 Y800', 'PENUP', 'MOVE X0 Y0'];

it('a machine in alarm does not move; its status, a command and a job report what to do', async () => {
  const { machine, plotter, link } = await start({ bootMs: 100, speedFactor: 10, settings: { 22: 1 } });
  const alarm = { state: 'suspect', cause: { code: 'machine-alarm', alarm: 'it was not homed yet' } };
  await expect.poll(link).toMatchObject(alarm);
  const refused = await plotter.command('MOVE X800 Y0');
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { detail: expect.stringMatching(/\$H.*\$X/) },
  ]);
  const waited = await plotter.send('POST', '/job', { commands });
  expect([waited.status, await waited.json()]).toMatchObject([
    503,
    { detail: expect.stringMatching(/No command was sent.*\$X/) },
  ]);
  // A drawing first restores settings; it fails with the same reason.
  const drawing = await plotter.queue(commands, { stepsPerMm: 80 });
  const { id } = await plotter.queue(commands);
  for (const job of [drawing.id, id])
    expect((await plotter.expectState(job, 'interrupted')).state).toMatchObject({
      cause: { code: 'machine-alarm' },
    });
  expect(machine.status().carriage).toEqual({ x: 0, y: 0 });
  expect((await plotter.command('$X')).status).toBe(200);
  await expect.poll(link).toEqual({ state: 'ready' });
  expect((await plotter.resume(id)).status).toBe(200);
  await expect.poll(async () => (await plotter.job(id)).state.state).toBe('done');
  expectInk(machine.strokes(), [line]);
});

it('a machine in alarm that was silent when its port was opened reports what to do at the first command', async () => {
  const { machine, plotter, link, serve } = await start(
    { bootMs: 0, speedFactor: 10, settings: { 22: 1 } },
    'auto',
  );
  await expect.poll(link).toEqual({ state: 'ready' });
  expect((await plotter.status()).recognised).toBe(false);
  const refused = await plotter.command('MOVE X800 Y0', 60_000);
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { detail: expect.stringMatching(/\$H.*\$X/) },
  ]);
  // Without a chosen preset, the current heights can be read and changed.
  expect(await (await plotter.get('/machine')).json()).toMatchObject({
    penControl: 'servo',
    penHeights: { up: 0, down: 1000 },
    reported: expect.arrayContaining(['penHeights']),
  });
  const { reported: _, ...profile } = (await (await plotter.get('/machine')).json()) as Record<
    string,
    unknown
  >;
  const tooHigh = await plotter.send('PUT', '/machine', { ...profile, penHeights: { up: 0, down: 1200 } });
  expect([tooHigh.status, await tooHigh.json()]).toMatchObject([
    400,
    { detail: 'The pen height 1200 is out of range: this plotter takes 0 to 1000.' },
  ]);
  expect(await plotter.status()).toMatchObject({ driver: 'grbl', recognised: true });
  expect(machine.status().carriage).toEqual({ x: 0, y: 0 });
  // The next start remembers the machine at this port.
  await plotter.stop();
  const next = await serve(plotter.folder);
  await expect
    .poll(() => next.status())
    .toMatchObject({ driver: 'grbl', recognised: true, link: { cause: { code: 'machine-alarm' } } });
});

it('a door opened during a job is shown in the status, and the job can be resumed or cancelled', async () => {
  const { machine, plotter, link } = await start({ bootMs: 100, speedFactor: 2 });
  await expect.poll(link).toEqual({ state: 'ready' });
  const open = async () => {
    const { id } = await plotter.queue(commands);
    await expect.poll(() => machine.status().carriage.x).toBeGreaterThan(1_200);
    machine.setDoor(true);
    await plotter.expectState(id, 'pausing');
    expect(await link()).toMatchObject({ state: 'suspect', cause: { code: 'machine-door' } });
    return id;
  };
  const id = await open();
  const refused = await plotter.resume(id);
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { detail: 'The door of the machine is open. Close it, then continue.' },
  ]);
  machine.setDoor(false);
  await expect.poll(async () => (await plotter.resume(id)).status).toBe(200);
  await expect.poll(async () => (await plotter.job(id)).state.state).toBe('done');
  // While the door is open the servo has no signal, so the pen is lifted in the middle of the line.
  const ink = machine.strokes().flatMap(({ points }) => points);
  expect([ink.at(0), ink.at(-1)]).toEqual(line);
  expect(new Set(ink.map(({ y }) => y))).toEqual(new Set([800]));

  const other = await open();
  expect((await plotter.post(`/jobs/${other}/cancel`)).status).toBe(200);
  await plotter.expectState(other, 'cancelled');
  machine.setDoor(false);
  await expect.poll(async () => (await plotter.command('~')).status).toBe(200);
  await expect.poll(link).toEqual({ state: 'ready' });
});
