import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomNumbers } from '@stationery/contract/random-numbers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pass, runHostFirmware, send, untilIdle } from './host-firmware.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'firmware-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Pulse {
  atUs: number;
  a: number;
  b: number;
}

/** Runs orders and returns the place of both motors after each step pulse. */
function traced(orders: readonly string[]) {
  const file = join(folder, 'trace');
  const reports = runHostFirmware(orders, file);
  const pulses: Pulse[] = [];
  let [a, b, directions] = [0, 0, 0];
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [at, kind, value] = line.split(' ');
    if (kind === '!') throw new Error(`two pulses in one at ${at}`);
    if (kind === 'd') directions = Number(value);
    if (kind !== 's') continue;
    const motors = Number(value);
    if (motors & 1) a += directions & 1 ? -1 : 1;
    if (motors & 2) b += directions & 2 ? -1 : 1;
    pulses.push({ atUs: Number(at), a, b });
  }
  return { reports, pulses };
}

const star = Array.from({ length: 25 }, (_, at) => ({
  x: Math.round(1500 * Math.cos((at * 22 * Math.PI) / 25)) + 0,
  y: Math.round(1500 * Math.sin((at * 22 * Math.PI) / 25)) + 0,
}));
const circle = Array.from({ length: 73 }, (_, at) => ({
  x: Math.round(800 * Math.cos((at * Math.PI) / 36)) + 0,
  y: Math.round(800 * Math.sin((at * Math.PI) / 36)) + 0,
}));
const moves = (points: readonly { x: number; y: number }[]) => points.map(({ x, y }) => `MOVE X${x} Y${y}`);

/** Returns the orders that stream lines to the motion queue, which must not run empty. */
function streamed(lines: readonly string[]): string[] {
  const orders = [send('BUFFER ON')];
  for (let at = 0; at < lines.length; at += 8) orders.push(send(...lines.slice(at, at + 8)), pass(75_000));
  return [...orders, untilIdle, send('STATUS')];
}

/** The distance of a point from a line. */
function away(
  point: { x: number; y: number },
  from: { x: number; y: number },
  to: { x: number; y: number },
): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1);
  const within = Math.max(0, Math.min(1, share));
  return Math.hypot(point.x - from.x - within * dx, point.y - from.y - within * dy);
}

describe.each([
  ['a Cartesian machine', [], ({ a, b }: Pulse) => ({ x: a, y: b })],
  [
    'a CoreXY machine',
    ['CONFIG KINEMATICS COREXY'],
    ({ a, b }: Pulse) => ({ x: (a + b) / 2, y: (a - b) / 2 }),
  ],
  ['swapped axes', ['CONFIG SWAP_AXES ON'], ({ a, b }: Pulse) => ({ x: b, y: a })],
] as const)('step pulses of %s', (_, settings, placeOf) => {
  const start = [untilIdle, send(...settings, 'RESET'), untilIdle];

  it.each([
    ['a star', star],
    ['a circle', circle],
  ])('draw %s with an error of at most one step', (_name, points) => {
    const { pulses, reports } = traced([...start, ...streamed(moves(points))]);
    const path = [{ x: 0, y: 0 }, ...points];
    let [segment, farthest] = [0, 0];
    for (const pulse of pulses) {
      const place = placeOf(pulse);
      while (segment < path.length - 2 && away(place, path[segment]!, path[segment + 1]!) > 1) segment++;
      farthest = Math.max(farthest, away(place, path[segment]!, path[segment + 1]!));
    }
    expect(farthest).toBeLessThanOrEqual(1);
    expect(segment).toBe(path.length - 2);
    const last = points.at(-1)!;
    expect(placeOf(pulses.at(-1)!)).toEqual(last);
    expect(reports.at(-1)!.lines[0]!.text).toBe(`POS X${last.x} Y${last.y}`);
  });
});

/** The highest speed along X, and the maximum excess of the acceleration over a limit, from the times of the pulses. */
function alongX(pulses: readonly Pulse[], limit: { speed: number; acceleration: number }) {
  const moving = pulses.filter((pulse, at) => pulse.a !== (pulses[at - 1]?.a ?? 0));
  const speeds = moving.slice(1).map((pulse, at) => ({
    atUs: (pulse.atUs + moving[at]!.atUs) / 2,
    speed: ((pulse.a - moving[at]!.a) * 1e6) / (pulse.atUs - moving[at]!.atUs),
  }));
  let [fastest, excess] = [0, 0];
  for (const { speed } of speeds) fastest = Math.max(fastest, Math.abs(speed));
  // Measured over 10 steps, minus the error of whole microseconds.
  for (let at = 10; at < speeds.length; at++) {
    const [one, other] = [speeds[at - 10]!, speeds[at]!];
    const seconds = (other.atUs - one.atUs) / 1e6;
    if (Math.sign(one.speed) !== Math.sign(other.speed) || seconds > 1) continue;
    const measured = Math.abs(other.speed - one.speed) / seconds;
    const blur = (2 * limit.speed * limit.speed) / 1e6 / seconds;
    excess = Math.max(excess, measured - limit.acceleration * 1.08 - blur);
  }
  return { fastest, excess };
}

describe('speed and acceleration', () => {
  const limits = [
    { speed: 8000, acceleration: 80_000 },
    { speed: 20_000, acceleration: 400_000 },
    { speed: 300, acceleration: 1000 },
    { speed: 15_000, acceleration: 20_000 },
  ];
  const set = ({ speed, acceleration }: (typeof limits)[number]) =>
    send(`SPEED ${speed}`, `ACCEL ${acceleration}`);

  it.each(limits)('stay within $speed steps/s and $acceleration steps/s²', (limit) => {
    const lines = ['MOVE X6000 Y0', 'MOVE X0 Y0', 'MOVE X7 Y0'];
    const { pulses } = traced([untilIdle, set(limit), ...lines.flatMap((line) => [send(line), untilIdle])]);
    const { fastest, excess } = alongX(pulses, limit);
    // Pulse times are whole microseconds.
    expect(fastest).toBeLessThan(limit.speed * (1 + limit.speed / 1e6 + 0.001));
    expect(fastest).toBeGreaterThan(Math.min(limit.speed, Math.sqrt(6000 * limit.acceleration)) * 0.98);
    expect(excess).toBe(0);
  });

  it.each(limits)('stay within these limits while moves arrive one by one, at $speed steps/s', (limit) => {
    const random = randomNumbers(3);
    const orders = [untilIdle, set(limit), send('BUFFER ON')];
    let x = 0;
    for (let times = 0; times < 300; times++) {
      x += 1 + Math.floor(random() ** 2 * 300);
      if (x > 30_000) break;
      orders.push(send(`MOVE X${x} Y0`), pass(random() * 40_000));
    }
    const { pulses } = traced([...orders, untilIdle]);
    expect(pulses.at(-1)!.a).toBe(Math.min(x, pulses.length));
    expect(alongX(pulses, limit).excess).toBe(0);
  });
});

it.each([
  [90, { x: 1600, y: 1600 }],
  [45, { x: 3000, y: 1400 }],
  [135, { x: 200, y: 1400 }],
])('a corner of %i degrees is taken at the speed that the corner deviation allows', (degrees, to) => {
  const { pulses } = traced([
    untilIdle,
    send('BUFFER ON', 'MOVE X1600 Y0', `MOVE X${to.x} Y${to.y}`),
    untilIdle,
  ]);
  const half = Math.sin(((180 - degrees) * Math.PI) / 360);
  const squared = (80_000 * 1.6 * half) / (1 - half);
  const corner = pulses.findIndex(({ a }) => a === 1600);
  const seconds = (pulses[corner]!.atUs - pulses[corner - 1]!.atUs) / 1e6;
  // The mean of the speeds at the last step and at the corner.
  const expected = (Math.sqrt(squared) + Math.sqrt(squared + 2 * 80_000)) / 2;
  expect(1 / seconds / expected).toBeGreaterThan(0.97);
  expect(1 / seconds / expected).toBeLessThan(1.01);
});

it('STOP at any moment ends at rest at the reported place', () => {
  const random = randomNumbers(7);
  const between = (min: number, max: number) => min + Math.floor(random() * (max - min));
  const orders = [untilIdle, send('CONFIG KINEMATICS COREXY', 'RESET'), untilIdle, send('BUFFER ON')];
  const stops: number[] = [];
  for (let times = 0; times < 1000; times++) {
    const target = () => `MOVE X${between(-3000, 3000)} Y${between(-3000, 3000)}`;
    const short = `MOVE X${between(-30, 30)} Y${between(-30, 30)}`;
    orders.push(send(`SPEED ${between(500, 20_000)}`, `ACCEL ${between(5000, 400_000)}`));
    orders.push(send(target(), short, target(), 'SPEED 9000', target()), pass(between(0, 900_000)));
    orders.push(send('STOP'), untilIdle);
    stops.push(orders.length - 1);
    orders.push(pass(50_000));
  }
  const reports = runHostFirmware(orders);
  for (const at of stops) {
    const { lines, motors } = reports[at]!;
    const heard = [...reports[at - 1]!.lines, ...lines].map(({ text }) => text);
    expect(heard.at(-1)).toBe('OK STOPPED');
    const place = heard.findLast((line) => line.startsWith('POS '));
    const half = (twice: number) => Math.ceil(twice / 2) + 0;
    expect(place).toBe(`POS X${half(motors.a + motors.b)} Y${half(motors.a - motors.b)}`);
    expect(reports[at + 1]!.motors).toEqual(motors);
  }
});
