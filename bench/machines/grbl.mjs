// Measures commands per second over a pseudo-terminal to an instant simulated GRBL machine: a job
// of the service with its journal, and CNCjs, each with its own machine in a separate process.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCncjs } from '../lib/cncjs.mjs';
import { median, startProgram } from '../lib/harness.mjs';

export const title = 'GRBL: commands a second, beside CNCjs (driver `grbl`)';

const program = 'packages/cli/bin/stationery.mjs';

export async function run({ isQuick }) {
  const [count, rounds] = isQuick ? [3_000, 1] : [20_000, 5];
  const folder = mkdtempSync(join(tmpdir(), 'stationery-bench-'));
  const machines = [];
  let service;
  let cncjs;
  try {
    const [ours, theirs] = [join(folder, 'ours'), join(folder, 'theirs')];
    for (const line of [ours, theirs]) machines.push(await startMachine(line));
    service = await startProgram(program, ['plotter', '--log-level', 'error'], {
      PLOTTER_DATA_DIR: join(folder, 'data'),
      PLOTTER_HTTP_PORT: '0',
      PLOTTER_SERIAL_PATH: ours,
      PLOTTER_DRIVER: 'grbl',
    });
    cncjs = await startCncjs({ folder, line: theirs });
    await until(async () => (await get(service, '/status')).link.state === 'ready');
    // The same moves; those of the service are in steps of 1/80 mm.
    const places = Array.from({ length: count }, (_, at) => [at % 300, (at * 7) % 200]);
    const commands = places.map(([x, y]) => `MOVE X${80 * x} Y${80 * y}`);
    const gcode = places.map(([x, y]) => `G1 X${x} Y${y} F3000`);
    const speeds = { ours: [], cncjs: [] };
    await job(service, commands.slice(0, 2_000));
    await cncjs.stream(gcode.slice(0, 2_000));
    for (let round = 0; round < rounds; round++) {
      speeds.ours.push(count / (await job(service, commands)));
      speeds.cncjs.push(count / (await cncjs.stream(gcode)));
    }
    const [us, them] = [median(speeds.ours), median(speeds.cncjs)];
    console.log(`${count} moves, median of ${rounds} rounds\n`);
    console.log('| ours, with journal | CNCjs | ours / CNCjs |\n|---|---|---|');
    console.log(`| ${us.toFixed(0)} | ${them.toFixed(0)} | ${(us / them).toFixed(2)} |`);
  } finally {
    await cncjs?.stop();
    await service?.stop();
    for (const machine of machines) machine.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the seconds from the first command to the last executed one, by the clock of the service. */
async function job(service, commands) {
  const body = JSON.stringify({ script: commands.join('\n') });
  const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
  const answer = await fetch(`${service.url}/api/plotter/job`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const { id } = await answer.json();
  const { startedAt, endedAt } = await until(async () => {
    const { state, ...rest } = await get(service, `/jobs/${id}`);
    if (['failed', 'interrupted', 'cancelled', 'held'].includes(state.state))
      throw new Error(JSON.stringify(state));
    return state.state === 'done' && rest;
  });
  return (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
}

async function startMachine(line) {
  const script = fileURLToPath(new URL('../lib/simulator.mjs', import.meta.url));
  const machine = spawn(process.execPath, [script, 'grbl', line], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    machine.stdout.once('data', resolve);
    machine.once('exit', () => reject(new Error('the simulated machine ended')));
  });
  return machine;
}

async function get({ url }, path) {
  return (await fetch(`${url}/api/plotter${path}`)).json();
}

async function until(look) {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
