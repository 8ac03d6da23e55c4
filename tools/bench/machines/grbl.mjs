// Measures commands per second over a pseudo-terminal to an instant simulated GRBL machine: a job
// of the service with its journal, and CNCjs, each with its own machine in a separate process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../lib/prepare.mjs';
import { median, temporaryFolder } from '../../lib/programs.mjs';
import { startPlotter } from '../../lib/service.mjs';
import { printHead, printRow } from '../../lib/table.mjs';
import { startCncjs } from '../lib/cncjs.mjs';
import { plotterApi } from '../lib/plotter-api.mjs';

export const title = 'GRBL: commands a second, beside CNCjs (driver `grbl`)';

export async function run({ isQuick }) {
  const [count, rounds] = isQuick ? [3_000, 1] : [20_000, 5];
  const folder = temporaryFolder();
  const machines = [];
  let service;
  let cncjs;
  try {
    const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
    for (const line of [ours, theirs]) machines.push(await startMachine(line));
    service = await startPlotter(folder, { PLOTTER_SERIAL_PATH: ours, PLOTTER_DRIVER: 'grbl' });
    const { isReady, draw } = plotterApi(service.url);
    cncjs = await startCncjs({ folder, line: theirs });
    await isReady();
    // Both programs draw the same moves; the service's are in steps of 1/80 mm.
    const places = Array.from({ length: count }, (_, at) => [at % 300, (at * 7) % 200]);
    const commands = places.map(([x, y]) => `MOVE X${80 * x} Y${80 * y}`);
    const gcode = places.map(([x, y]) => `G1 X${x} Y${y} F3000`);
    const speeds = { ours: [], cncjs: [] };
    await draw(commands.slice(0, 2_000));
    await cncjs.stream(gcode.slice(0, 2_000));
    for (let round = 0; round < rounds; round++) {
      speeds.ours.push(count / (await draw(commands)));
      speeds.cncjs.push(count / (await cncjs.stream(gcode)));
    }
    const [us, them] = [median(speeds.ours), median(speeds.cncjs)];
    console.log(`${count} moves, median of ${rounds} rounds\n`);
    printHead('ours, with journal', 'CNCjs', 'ours / CNCjs');
    printRow(us.toFixed(0), them.toFixed(0), (us / them).toFixed(2));
  } finally {
    await cncjs?.stop();
    await service?.stop();
    for (const machine of machines) machine.kill();
  }
}

async function startMachine(line) {
  const program = join(root, 'packages/cli/bin/stationery.mjs');
  const words = ['simulate', 'plotter', '--driver', 'grbl', '--pty', line, '--speed-factor', '0'];
  const machine = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    machine.stdout.once('data', resolve);
    machine.once('exit', () => reject(new Error('the simulated machine ended')));
  });
  return machine;
}
