import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { DriverName } from '../../../src/drivers/driver.ts';
import { families, familyList } from '../../../src/drivers/families.ts';
import { plugSimulator } from '../../../src/drivers/simulator/plug-simulator.ts';
import { startOn, type TestPlotter } from '../../support/test-plotter.ts';

/** Pen state of a stroke, in machine units. */
interface Drawn {
  height: number;
  speed: number;
}

interface PenFacts {
  /** Two pens: speed as the number of `SPEED`, and height. */
  pens: readonly [Drawn, Drawn];
  defaultState: Drawn;
  /** An unsupported height, and the supported range. */
  wrong: { height: number; heightLimits?: { min: number; max: number } };
  /** Parses the pen and speed of a line sent to the machine. */
  read(line: string): { pen?: 'up' | 'down'; height?: number; speed?: number };
}

const after = (line: string, pattern: RegExp) => {
  const match = pattern.exec(line);
  return match === null ? undefined : Number(match[1]);
};

const pensOf: Record<DriverName, PenFacts> = {
  stationery: {
    pens: [
      { speed: 4000, height: 100 },
      { speed: 2000, height: 80 },
    ],
    defaultState: { speed: 8000, height: 90 },
    wrong: { height: 500, heightLimits: { min: 31, max: 180 } },
    read: (line) => ({
      ...(line === 'PENUP' && { pen: 'up' }),
      ...(line === 'PENDOWN' && { pen: 'down' }),
      ...known('height', line === 'PENHEIGHT' ? 90 : after(line, /^PENHEIGHT (\d+)$/)),
      ...known('speed', after(line, /^SPEED (\d+)$/)),
    }),
  },
  pico: {
    pens: [
      { speed: 400, height: 40 },
      { speed: 800, height: 1700 },
    ],
    defaultState: { speed: 1200, height: 60 },
    wrong: { height: 40 },
    read: (line) => ({
      ...(line === 'PENUP' && { pen: 'up' }),
      ...(line === 'PENDOWN' && { pen: 'down' }),
      ...known('height', after(line, /^PENDOWN_(?:ANGLE|US) (\d+)$/)),
      ...known('speed', after(line, /^SPEED (\d+)$/)),
    }),
  },
  grbl: {
    pens: [
      { speed: 4000, height: 500 },
      { speed: 2000, height: 700 },
    ],
    defaultState: { speed: 8000, height: 1000 },
    wrong: { height: 1200, heightLimits: { min: 0, max: 1000 } },
    read: (line) => {
      const feed = after(line, /F([\d.]+)$/);
      return {
        ...(line === 'M5' && { pen: 'up' }),
        ...(line.startsWith('M3') && { pen: 'down' }),
        ...known('height', after(line, /^M3S([\d.]+)$/)),
        ...known('speed', feed && Math.round((feed / 60) * 80)),
      };
    },
  },
  marlin: {
    pens: [
      { speed: 4000, height: 40 },
      { speed: 2000, height: 20 },
    ],
    defaultState: { speed: 4000, height: 30 },
    wrong: { height: 500, heightLimits: { min: 0, max: 180 } },
    read: (line) => {
      const feed = after(line, /F([\d.]+)\*\d+$/);
      const angle = after(line, /M280 P0 S([\d.]+)\*/);
      return {
        ...(angle !== undefined && (angle === 90 ? { pen: 'up' } : { pen: 'down', height: angle })),
        ...known('speed', feed && Math.round((feed / 60) * 80)),
      };
    },
  },
  ebb: {
    pens: [
      { speed: 4000, height: 12_000 },
      { speed: 2000, height: 14_000 },
    ],
    defaultState: { speed: 4000, height: 15_248 },
    wrong: { height: 500, heightLimits: { min: 9855, max: 27_831 } },
    read: (line) => {
      // A segment at constant speed: motor rate in 1/2³¹ of 25 kHz.
      const rate = after(line, /^LM,(\d+),-?\d+,0,/);
      return {
        ...(line.startsWith('SP,1') && { pen: 'up' }),
        ...(line.startsWith('SP,0') && { pen: 'down' }),
        ...known('height', after(line, /^SC,5,(\d+)$/)),
        ...known('speed', rate && Math.round((rate * 25_000) / 2 ** 31 / 10) * 10),
      };
    },
  },
};

function known<K extends string>(name: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, number>);
}

const waiting = { timeout: 15_000, interval: 5 };

async function serviceOn(name: DriverName) {
  const machine = families[name].simulator({ speedFactor: 20 });
  const cable = await plugSimulator({ plotter: machine, path: join(await temporaryFolder(), 'plotter') });
  onTestFinished(async () => {
    await cable.close();
    await machine.close();
  });
  const plotter = await startOn(cable.path, undefined, {
    env: { PLOTTER_DRIVER: name },
    bannerWaitMs: 1_500,
  });
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
  await expectHeightRefused(plotter, pensOf[name].wrong);
  const profile = (await (await plotter.get('/machine')).json()) as { stepsPerMm: number };
  // The machine does not report its own limits.
  if (name === 'pico')
    await plotter.send('PUT', '/machine', { ...profile, penHeights: { up: 90, down: 60 } });
  const { read, defaultState } = pensOf[name];
  const strokes: Drawn[] = [];
  let state = { ...defaultState, pen: 'up' };
  plotter.driver.subscribe((event) => {
    if (event.type !== 'sent') return;
    const said = read(event.line.trim());
    if (said.pen === 'up' && state.pen === 'down') strokes.push({ height: state.height, speed: state.speed });
    state = { ...state, ...said };
  });
  return { plotter, machine, strokes };
}

/** Expects a refusal before anything is sent: by a check, and when a job arrives. */
async function expectHeightRefused(plotter: TestPlotter, wrong: PenFacts['wrong']): Promise<void> {
  const { heightLimits } = wrong;
  await expect
    .poll(async () => (await (await plotter.get('/machine')).json()) as object, waiting)
    .toMatchObject(heightLimits === undefined ? {} : { penHeightLimits: heightLimits });
  const commands = ['PENUP', `PENHEIGHT ${wrong.height}`, 'PENHEIGHT'];
  expect(await (await plotter.send('POST', '/check', { commands })).json()).toMatchObject({
    problems: [{ index: 1, code: 'invalid-pen-height', penHeight: wrong }],
  });
  for (const prefer of ['respond-async', 'wait=10']) {
    const answer = await plotter.send('POST', '/job', { commands }, { prefer });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { type: '/problems/invalid-pen-height', index: 1, pointer: '/commands/1', ...wrong },
    ]);
  }
  expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
}

const rows = 6;

/** Lines with both pens, long enough for every machine to reach its speed. */
function commandsFor(name: DriverName): string[] {
  const isRelative = families[name].defaultProfile.coordinates === 'relative';
  let at = { x: 0, y: 0 };
  const moveTo = (x: number, y: number) => {
    const move = isRelative ? `MOVE X${x - at.x} Y${y - at.y}` : `MOVE X${x} Y${y}`;
    at = { x, y };
    return move;
  };
  return pensOf[name].pens.flatMap(({ speed, height }, pen) => [
    'PENUP',
    `SPEED ${speed}`,
    `PENHEIGHT ${height}`,
    ...Array.from({ length: rows }, (_, row) => {
      const y = 80 * (rows * pen + row);
      return [moveTo(80, y), 'PENDOWN', moveTo(880, y), 'PENUP'];
    }).flat(),
  ]);
}

it.each(familyList.map(({ name }) => name))(
  'every pen on %s draws at its speed and height, also after a resume and a cancelled job',
  async (name) => {
    const { plotter, machine, strokes } = await serviceOn(name);
    const { pens, defaultState } = pensOf[name];
    const [first, second] = pens;
    const commands = commandsFor(name);
    const half = commands.length / 2;
    const pauses = [2, 4].map((row) => ({ before: half + 3 + 4 * row, reason: 'look' }));
    const { id } = await plotter.queue(commands, { pauses });
    const pausedBefore = (before: number) =>
      expect
        .poll(async () => (await plotter.job(id)).state, waiting)
        .toMatchObject({ state: 'paused', next: before });
    await pausedBefore(pauses[0]!.before);
    expect(strokes.splice(0)).toEqual([...Array(rows).fill(first), second, second]);

    // The user tries other settings meanwhile.
    for (const command of [`SPEED ${first.speed}`, 'PENHEIGHT'])
      expect((await plotter.command(command)).status).toBe(200);
    expect((await plotter.resume(id)).status).toBe(200);
    await pausedBefore(pauses[1]!.before);
    expect(strokes.splice(0)).toEqual([second, second]);

    // The board restarts and loses its settings.
    const { session } = plotter.driver;
    machine.reset();
    await expect
      .poll(() => [plotter.driver.session > session, plotter.driver.state.state], waiting)
      .toEqual([true, 'ready']);
    expect((await plotter.resume(id, true)).status).toBe(200);
    // The pause is not confirmed yet.
    await expect.poll(async () => (await plotter.job(id)).state.state, waiting).toBe('paused');
    expect((await plotter.resume(id)).status).toBe(200);
    await expect.poll(async () => (await plotter.job(id)).state.state, waiting).toBe('done');
    expect(strokes.splice(0)).toEqual([second, second]);

    // A cancelled job leaves its pen settings; the next one restores the defaults.
    const cancelled = await plotter.queue(commands, { pauses: [{ before: 7, reason: 'look' }] });
    await expect.poll(async () => (await plotter.job(cancelled.id)).state.state, waiting).toBe('paused');
    expect((await plotter.post(`/jobs/${cancelled.id}/cancel`)).status).toBe(200);
    expect(strokes.splice(0)).toEqual([first]);
    const isRelative = families[name].defaultProfile.coordinates === 'relative';
    const draw = async (x: number, more = {}) => {
      const move = `MOVE X${isRelative ? 800 : x} Y0`;
      const { id: plain } = await plotter.queue(['PENUP', 'PENDOWN', move, 'PENUP'], more);
      await expect.poll(async () => (await plotter.job(plain)).state.state, waiting).toBe('done');
      return strokes.splice(0);
    };
    expect(await draw(1680)).toEqual([defaultState]);

    // User settings apply to plain commands; a drawing uses the profile, even if changed.
    for (const command of [`SPEED ${second.speed}`, `PENHEIGHT ${second.height}`])
      expect((await plotter.command(command)).status).toBe(200);
    expect(await draw(880)).toEqual([second]);
    const profile = (await (await plotter.get('/machine')).json()) as { stepsPerMm: number };
    const scale = { stepsPerMm: profile.stepsPerMm };
    expect(await draw(1680, scale)).toEqual([defaultState]);
    const slower = name === 'pico' ? { stepIntervalUs: second.speed } : { speed: second.speed };
    expect((await plotter.send('PUT', '/machine', { ...profile, ...slower })).status).toBe(200);
    expect(await draw(880, scale)).toEqual([{ ...defaultState, speed: second.speed }]);
  },
  90_000,
);
