// Measures commands per second over a serial line, each answered before the next is sent.
//
//   npm run bench:link [-- commands per round, default 10000] [--without-cncjs]
//
// A device in a separate process, on a pseudo-terminal, answers every line at once. In one run:
//   plotter   the built service: a job with every acknowledgement journalled
//   floor     a bare serialport loop that writes a line and waits for the reply, on the same line
//   CNCjs     streams as many lines of G-code to the same device speaking GRBL; installed for the
//             bench and one test into ~/.cache/stationery (or into CNCJS_DIR)
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { prepare } from '../lib/prepare.mjs';
import { machine, median, processorMs, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startPlotter } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { startCncjs } from './lib/cncjs.mjs';
import { plotterApi } from './lib/plotter-api.mjs';

const { values, positionals } = readArguments({
  script: import.meta.filename,
  options: { 'without-cncjs': { type: 'boolean' } },
  most: 1,
});
const count = readNumber(positionals[0] ?? '10000', 'the number of commands');
/** Many short rounds in turn, because the speed of a virtual machine varies from second to second. */
const rounds = 15;
const lib = (name) => join(import.meta.dirname, `lib/${name}`);

await prepare();
const folder = temporaryFolder();
const line = join(folder, 'plotter');
const grblLine = join(folder, 'grbl');
const devices = [];
const commands = drawing(count);
const gcode = Array.from({ length: count }, (_, at) => `G1 X${at % 300} Y${(at * 7) % 200} F1000`);
let service;
let cncjs;

try {
  await startDevice(line);
  service = await startPlotter(folder, { PLOTTER_SERIAL_PATH: line });
  const whyNoCncjs = values['without-cncjs'] ? 'left out' : await tryCncjs();

  const speeds = { plotter: [], floor: [], cncjs: [] };
  const processorUs = { plotter: [], floor: [] };
  await plotterRound(drawing(2000));
  for (let round = 0; round < rounds; round++) {
    const beforeMs = processorMs(service.pid);
    speeds.plotter.push(await plotterRound(commands));
    processorUs.plotter.push(((processorMs(service.pid) - beforeMs) * 1000) / count);
    const floor = await floorRound(commands);
    speeds.floor.push(count / floor.seconds);
    processorUs.floor.push((floor.processorSeconds * 1e6) / count);
    if (cncjs !== undefined) speeds.cncjs.push(count / (await cncjs.stream(gcode)));
  }

  console.log(`Link, ${machine()}; ${count} commands, median of ${rounds} rounds\n`);
  printHead('', 'plotter, with journal', 'floor', 'CNCjs', 'plotter / floor', 'plotter / CNCjs');
  const [plotter, floor, other] = [speeds.plotter, speeds.floor, speeds.cncjs].map(median);
  const ofCncjs = other === undefined ? '' : (plotter / other).toFixed(2);
  const speedOfCncjs = other?.toFixed(0) ?? whyNoCncjs;
  const ofFloor = (plotter / floor).toFixed(2);
  printRow('commands a second', plotter.toFixed(0), floor.toFixed(0), speedOfCncjs, ofFloor, ofCncjs);
  const [plotterUs, floorUs] = [processorUs.plotter, processorUs.floor].map(median);
  const times = [plotterUs.toFixed(0), floorUs.toFixed(0), '', (plotterUs / floorUs).toFixed(2), ''];
  printRow('processor time of a command, µs', ...times);
} finally {
  await cncjs?.stop();
  await service?.stop();
  for (const device of devices) device.kill();
}

/** The service opens the line only during its round, so that the floor can use it. */
async function plotterRound(script) {
  const { post, isReady, draw } = plotterApi(service.url);
  await post('/connect');
  await isReady();
  const seconds = await draw(script);
  await post('/disconnect');
  return script.length / seconds;
}

/** Runs asynchronously: during `spawnSync`, the service would close idle connections that `fetch` uses next. */
async function floorRound(script) {
  const floor = spawn(process.execPath, [lib('serial-floor.mjs'), line], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  floor.stdin.end(`${script.join('\n')}\n`);
  return JSON.parse(await text(floor.stdout));
}

async function tryCncjs() {
  try {
    await startDevice(grblLine, 'grbl');
    cncjs = await startCncjs({ folder, line: grblLine });
    return undefined;
  } catch (error) {
    console.error(`CNCjs could not be started: ${error.message}`);
    return 'could not be started';
  }
}

/** Starts the device, in C if there is a compiler, because that costs almost no CPU time. */
async function startDevice(path, ...dialect) {
  const program = join(folder, 'line-responder');
  const compiled = spawnSync('cc', ['-O2', '-o', program, lib('line-responder.c')]).status === 0;
  if (!compiled && dialect.length > 0) throw new Error('there is no C compiler for the device');
  const simulate = [lib('../../../packages/cli/bin/stationery.mjs'), 'simulate', 'plotter', '--pty', path];
  const device = compiled
    ? spawn(program, [path, ...dialect])
    : spawn(process.execPath, [...simulate, '--speed-factor', '0']);
  devices.push(device);
  await new Promise((resolve, reject) => {
    device.stdout.once('data', resolve);
    device.once('exit', () => reject(new Error('the device ended')));
  });
}

/** Eight corners per stroke, like a real job. */
function drawing(length) {
  return Array.from({ length }, (_, at) => {
    if (at % 10 === 0) return 'PENUP';
    return at % 10 === 2 ? 'PENDOWN' : `MOVE X${at % 3000} Y${(at * 7) % 2000}`;
  });
}
