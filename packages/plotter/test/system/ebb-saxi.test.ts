import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@stationery/core/testing';
import { readSvg } from '@stationery/drawing';
import { expect, it, onTestFinished } from 'vitest';
import { inkApartMm } from '../../../../tools/bench/lib/ink.mjs';
import { installSaxi } from '../../../../tools/bench/lib/saxi.mjs';
import { EbbSimulator } from '../../src/drivers/ebb/simulator/ebb-simulator.ts';
import { plugSimulator } from '../../src/drivers/simulator/plug-simulator.ts';

type Strokes = { x: number; y: number }[][];
const apartMm = inkApartMm as (one: Strokes, other: Strokes) => number;

/** In pixels of 1/96 inch, with only features that saxi supports. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160"><g fill="none" stroke="#000">
<path d="M20 20H100V80H20Z"/><path d="M120 20L200 100L220 40"/><path d="M40 120C80 88 120 152 160 120"/></g></svg>`;

const plotWithSaxi = fileURLToPath(new URL('../../../../tools/bench/lib/saxi-plot.mjs', import.meta.url));

/** saxi comes from a registry that may be unreachable. */
function canInstallSaxi(): boolean {
  try {
    (installSaxi as () => void)();
    return true;
  } catch {
    return false;
  }
}

it('saxi draws its input on the simulated EiBotBoard', async (context) => {
  if (!canInstallSaxi()) context.skip('saxi cannot be installed here');
  const folder = await temporaryFolder();
  const board = new EbbSimulator({ speedFactor: 50 });
  const plugged = await plugSimulator({ plotter: board, path: join(folder, 'tty') });
  onTestFinished(async () => {
    await board.close();
    await plugged.close();
  });
  const file = join(folder, 'drawing.svg');
  writeFileSync(file, svg);

  const { stdout } = await promisify(execFile)(process.execPath, [plotWithSaxi, plugged.path, file]);

  const { plannedMs } = JSON.parse(stdout) as { plannedMs: number };
  const given = readSvg(svg).strokes.map(({ points }) =>
    Array.from({ length: points.length / 2 }, (_, at) => ({ x: points[2 * at]!, y: points[2 * at + 1]! })),
  );
  const drawn = board.strokes().map(({ points }) => points.map(({ x, y }) => ({ x: x / 80, y: y / 80 })));
  expect(drawn).toHaveLength(3);
  // saxi moves in eighths of a step, 40 per millimetre.
  expect(apartMm(drawn, given)).toBeLessThan(0.05);
  // The board follows the plan of its host: the same accelerations and speeds.
  expect(board.status().busyMs / plannedMs).toBeCloseTo(1, 1.5);
  expect(board.status()).toMatchObject({ carriage: { x: 0, y: 0 }, pen: 'up', microsteps: [0, 0] });
});
