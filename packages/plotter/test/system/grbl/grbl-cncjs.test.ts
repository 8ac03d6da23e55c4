import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { installCncjs, startCncjs } from '../../../../../tools/bench/lib/cncjs.mjs';
import { inkApartMm } from '../../../../../tools/bench/lib/ink.mjs';
import { GrblSimulator } from '../../../src/drivers/grbl/simulator/grbl-simulator.ts';
import { plugSimulator } from '../../../src/drivers/simulator/plug-simulator.ts';

type Strokes = { x: number; y: number }[][];
const apartMm = inkApartMm as (one: Strokes, other: Strokes) => number;

/** A circle of many short lines, a circle as two arcs, and a closed square in relative inches. */
const circle = Array.from({ length: 121 }, (_, at) => {
  const angle = (at * Math.PI) / 60;
  return { x: 30 + 20 * Math.cos(angle), y: 30 + 20 * Math.sin(angle) };
});
const shifted = circle.map(({ x, y }) => ({ x: x + 50, y }));
const square = [
  [10, 70],
  [35.4, 70],
  [35.4, 95.4],
  [10, 95.4],
  [10, 70],
].map(([x, y]) => ({ x: x!, y: y! }));
const lower = ['M3 S800', 'G4 P0.2'];
const lift = ['M5', 'G4 P0.2'];
const gcode = [
  '; a drawing',
  'G21 G90',
  'G0 X50 Y30',
  ...lower,
  ...circle.map(({ x, y }) => `G1 X${x.toFixed(3)} Y${y.toFixed(3)} F3000`),
  ...lift,
  'G0 X100 Y30 (the other)',
  ...lower,
  'G2 X60 Y30 I-20 J0 F3000',
  'g2 x100 y30 r20',
  ...lift,
  'G0 X10 Y70',
  ...lower,
  'G20 G91',
  ...['G1 X1 F100', 'Y1', 'X-1', 'Y-1'],
  'G21 G90',
  ...lift,
  'G0 X0 Y0',
];

/** CNCjs comes from a registry that may be unreachable. */
function canInstall(): boolean {
  try {
    (installCncjs as () => void)();
    return true;
  } catch {
    return false;
  }
}

it('CNCjs draws its input on the simulated Grbl', { timeout: 300_000 }, async (context) => {
  if (!canInstall()) context.skip('CNCjs cannot be installed here');
  const folder = await temporaryFolder();
  const grbl = new GrblSimulator({ speedFactor: 50, bootMs: 0 });
  const plugged = await plugSimulator({ plotter: grbl, path: join(folder, 'tty') });
  onTestFinished(async () => {
    await grbl.close();
    await plugged.close();
  });
  const cncjs = await startCncjs({ folder, line: plugged.path });
  onTestFinished(() => cncjs.stop());

  await cncjs.stream(gcode);
  await expect.poll(() => grbl.status().activity.state).toBe('idle');

  const drawn = grbl.strokes().map(({ points }) => points.map(({ x, y }) => ({ x: x / 80, y: y / 80 })));
  expect(drawn).toHaveLength(3);
  expect(apartMm([drawn[0]!], [circle])).toBeLessThan(0.05);
  expect(apartMm([drawn[1]!], [shifted])).toBeLessThan(0.05);
  expect(apartMm([drawn[2]!], [square])).toBeLessThan(0.05);
  expect(grbl.board.lines.bytesLost).toBe(0);
  expect(grbl.status()).toMatchObject({ carriage: { x: 0, y: 0 }, pen: 'up' });
});
