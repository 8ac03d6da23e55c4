import { commandsOf, type Drawing, planDrawing } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { boardRig, bootMs } from '../../test/board-rig.ts';
import { stationery } from '../drivers/stationery/family.ts';
import { Estimator } from './estimator.ts';

/** Rings of many short moves, and hatching with long ones. */
function drawing(): Drawing {
  const ring = (x: number, y: number) =>
    Array.from({ length: 61 }, (_, at) => [
      x + 8 * Math.cos((at * Math.PI) / 30),
      y + 8 * Math.sin((at * Math.PI) / 30),
    ]).flat();
  const strokes = [
    ...Array.from({ length: 40 }, (_, at) => ring(20 + 20 * (at % 8), 20 + 20 * Math.floor(at / 8))),
    ...Array.from({ length: 50 }, (_, at) => [10, 150 + 2 * at, 200, 151 + 2 * at]),
  ].map((points) => ({ points: Float64Array.from(points), layer: 0 }));
  const layers = [{ name: 'all', colour: '#000000' }];
  return { widthMm: 210, heightMm: 297, layers, strokes, notes: [] };
}

it('the estimate of a plan matches the clock of the virtual plotter', async () => {
  const plan = planDrawing(drawing(), { machine: stationery.defaultProfile });
  const commands = [...commandsOf(plan, stationery.defaultProfile)];
  const { clock, open } = boardRig();
  const { port, type } = await open();
  await clock.advance(bootMs);
  const startedAtMs = clock.nowMs();
  let endedAtMs = Number.NaN;
  let next = 0;
  const sendNext = () => {
    if (next === commands.length) endedAtMs = clock.nowMs();
    else void type(`${commands[next++]}\n`);
  };
  port.onBytes((bytes) => {
    expect(Buffer.from(bytes).toString()).toMatch(/^OK \w+\n$/);
    sendNext();
  });
  sendNext();
  await clock.advance(1.01 * plan.timeMs);
  expect(endedAtMs - startedAtMs).toBeGreaterThan(0.99 * plan.timeMs);
});

it('the estimate of a plan of short arcs matches its commands in whole steps', () => {
  const machine = { ...stationery.defaultProfile, cornerDeviationMm: 0.02 };
  // Quarter circles on tiles, many of which connect to a single line.
  const quarter = (x: number, y: number, from: number) =>
    Array.from({ length: 9 }, (_, at) => {
      const turn = (from + at / 8) * (Math.PI / 2);
      return [x + 2.5 * Math.cos(turn), y + 2.5 * Math.sin(turn)];
    }).flat();
  const strokes = Array.from({ length: 20 * 20 }, (_, tile) => {
    const [x, y] = [10 + 5 * (tile % 20), 10 + 5 * Math.floor(tile / 20)];
    return (tile * tile) % 7 < 3
      ? [quarter(x, y, 0), quarter(x + 5, y + 5, 2)]
      : [quarter(x + 5, y, 1), quarter(x, y + 5, 3)];
  })
    .flat()
    .map((points) => ({ points: Float64Array.from(points), layer: 0 }));
  const plan = planDrawing({ ...drawing(), strokes }, { machine });
  const estimator = new Estimator(machine, { position: { x: 0, y: 0 }, pen: 'up' });
  for (const command of commandsOf(plan, machine)) estimator.add(command);
  const jobMs = estimator.finish();
  expect(Math.abs(plan.timeMs - jobMs) / jobMs).toBeLessThan(0.005);
});
