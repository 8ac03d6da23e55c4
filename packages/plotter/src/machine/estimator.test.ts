import { expect, it } from 'vitest';
import { boardRig, bootMs } from '../../test/board-rig.ts';
import type { Family } from '../drivers/family.ts';
import { a3Plotter } from '../drivers/firmware-model/machine-model.ts';
import { grbl } from '../drivers/grbl/family.ts';
import { pico } from '../drivers/pico/family.ts';
import { stationery } from '../drivers/stationery/family.ts';
import { Estimator } from './estimator.ts';

const slow = { speed: 1000, acceleration: 1000 };
const start = { position: { x: 0, y: 0 }, pen: 'up' } as const;
const lines = [
  'MOVE X2000 Y0',
  'PENDOWN',
  'MOVE X2000 Y2000',
  'PENUP',
  'PENUP',
  'oops',
  'WAIT 40',
  'ZERO',
  'HOME',
];
const totalMs = 3000 + 150 + 3000 + 120 + 40;

function timesOf(commands: readonly string[], profile: object): number[] {
  const estimator = new Estimator({ ...stationery.defaultProfile, ...slow, ...profile }, start);
  for (const command of commands) estimator.add(command);
  estimator.finish();
  return estimator.take();
}

it('Estimator estimates each command and the total, with 0 for refused commands', () => {
  for (const cornerDeviationMm of [0, 0.02])
    expect(timesOf(lines, { cornerDeviationMm })).toEqual([3000, 150, 3000, 120, 0, 0, 40, 0, 0]);
});

it('Estimator looks ahead past corners up to the next stop, within a delay of a few commands', () => {
  const straight = ['MOVE X1000 Y0', 'SPEED 1000', 'MOVE X2000 Y0', 'PENDOWN', 'MOVE X0 Y0'];
  expect(timesOf(straight, { cornerDeviationMm: 0 })).toEqual([2000, 0, 2000, 150, 3000]);
  expect(timesOf(straight, { cornerDeviationMm: 0.02 })).toEqual([1500, 0, 1500, 150, 3000]);
  const estimator = new Estimator({ ...stationery.defaultProfile, cornerDeviationMm: 0.02 }, start);
  for (let at = 1; at <= 5000; at++) estimator.add(at % 5 === 0 ? 'SPEED 900' : `MOVE X${10 * at} Y0`);
  const known = estimator.take().length;
  expect(known).toBeGreaterThan(4900);
  estimator.finish();
  expect(known + estimator.take().length).toBe(5000);
});

it('Estimator accelerates diagonals more if each axis has its own limit, and travels faster with the pen up', () => {
  const diagonal = ['MOVE X500 Y500'];
  const [along = 0] = timesOf(diagonal, {});
  const [perAxis = 0] = timesOf(diagonal, { accelerationPerAxis: true });
  expect(along / perAxis).toBeCloseTo(2 ** 0.25, 5);
  const thereAndBack = ['MOVE X8000 Y0', 'PENDOWN', 'MOVE X0 Y0'];
  const penUpSpeed = 2000;
  expect(timesOf(thereAndBack, { penUpSpeed, penUpSpeedByDriver: true })).toEqual([6000, 150, 9000]);
  // The driver does not set a pen-up speed: the last SPEED applies.
  expect(timesOf(thereAndBack, { penUpSpeed })).toEqual([9000, 150, 9000]);
});

it('Estimator counts step intervals on a machine without acceleration, even if SPEED sets them', () => {
  const profile = { coordinates: 'relative', stepIntervalUs: 1200 };
  expect(timesOf(['MOVE X100 Y-50', 'SPEED 500', 'MOVE X0 Y200'], profile)).toEqual([120, 0, 100]);
});

it('Estimator interprets SPEED in the unit of the machine, capped at its maximum', () => {
  const fast = ['SPEED 100000', 'MOVE X80000 Y0'];
  const limited = { speedLimits: { min: 1, max: 4000 } };
  expect(timesOf(fast, limited)).toEqual(timesOf(['SPEED 4000', 'MOVE X80000 Y0'], {}));
  const interval = { coordinates: 'relative', stepIntervalUs: 1200, speedUnit: 'us/step' };
  const shortest = { speedLimits: { min: 200, max: 1_000_000 } };
  expect(timesOf(['SPEED 50', 'MOVE X100 Y0'], { ...interval, ...shortest })).toEqual([0, 20]);
  expect(
    timesOf(['MOVE X100 Y0', 'SPEED 1000', 'MOVE X100 Y0'], { ...interval, speedUnit: 'steps/s' }),
  ).toEqual([120, 0, 100]);
  // A machine with acceleration may also use intervals.
  expect(timesOf(['SPEED 500', 'MOVE X8000 Y0'], { speedUnit: 'us/step' })).toEqual(
    timesOf(['SPEED 2000', 'MOVE X8000 Y0'], {}),
  );
});

it('Estimator matches the virtual plotter', async () => {
  const { clock, open, plotter } = boardRig({ model: { ...a3Plotter, ...slow } });
  const terminal = await open();
  await clock.advance(bootMs);
  terminal.news();
  await terminal.type(`${lines.join('\n')}\n`);
  await clock.advance(totalMs - 1);
  expect(plotter.status().activity.state).toBe('busy');
  await clock.advance(1);
  expect(plotter.status().activity.state).toBe('idle');
  expect(terminal.news()).toHaveLength(lines.length);
});

function timesOn({ defaultProfile: profile, rawLines }: Family, commands: readonly string[]): number[] {
  const estimator = new Estimator({ ...profile, cornerDeviationMm: 0 }, start, rawLines);
  for (const command of commands) estimator.add(command);
  estimator.finish();
  return estimator.take();
}

it('Estimator treats the axis moves of a Pico plotter like its other moves', () => {
  const [x, y, back] = timesOn(pico, ['X100', 'Y-50', 'MOVE X-100 Y50']);
  expect([x, y, back]).toEqual(timesOn(pico, ['MOVE X100 Y0', 'MOVE X0 Y-50', 'MOVE X-100 Y50']));
  expect(x).toBe(120);
});

it('Estimator understands G-code: feeds, units, relative moves, dwells and arcs', () => {
  const at50 = (to: string) => timesOn(grbl, ['SPEED 4000', 'PENDOWN', to]).at(-1);
  const side = at50('MOVE X800 Y0');
  expect(side).toBeGreaterThan(200);
  expect(timesOn(grbl, ['G1X10F3000', 'x0', 'G91 G1 X10 (there)', 'G20 X1'])).toEqual([
    ...[side, side, side],
    expect.closeTo(at50('MOVE X2032 Y0')!, 6),
  ]);
  expect(timesOn(grbl, ['G4 P0.5', 'M3 S90', '$H', 'G28 X0', 'G1 X1 %', 'nonsense'])).toEqual([
    500, 0, 0, 0, 0, 0,
  ]);
  const [straight = 0, half = 0, whole = 0] = timesOn(grbl, ['G1X20F3000', 'G3X0I-10J0', 'G2I10J0']);
  expect(half - straight).toBeCloseTo(((Math.PI * 10 - 20) / 50) * 1000, 3);
  expect(whole).toBeCloseTo(((Math.PI * 20) / 50) * 1000, 3);
  expect(timesOn(grbl, ['G1X10F3000 (; (not closed X20'])).toEqual(timesOn(grbl, ['G1X10F3000']));
  expect(timesOn(grbl, ['G0X10'])[0]).toBe(timesOn(grbl, ['PENDOWN', 'MOVE X800 Y0'])[1]);
});
