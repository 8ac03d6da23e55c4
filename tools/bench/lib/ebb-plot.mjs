// Plots a drawing with our driver on an EiBotBoard at a serial device, in a separate process. Prints figures as JSON.
//   ebb-plot.mjs <device> <drawing.svg> [<profile members as JSON>]
import { readFileSync } from 'node:fs';
import { openSerialPort, silentLogger, systemClock } from '@stationery/core';
import { commandsOf, motionOf, pathMs, planDrawing, readSvg } from '@stationery/drawing';
import { EbbDriver } from '../../../packages/plotter/dist/drivers/ebb/ebb-driver.js';
import { ebb } from '../../../packages/plotter/dist/drivers/ebb/family.js';

const [device, file, more = '{}'] = process.argv.slice(2);
const { travelAccelerationMmS2, ...members } = JSON.parse(more);
const profile = { ...ebb.defaultProfile, ...members };
const machine = { ...profile, limits: null };
const drawing = readSvg(readFileSync(file));
const plan = planDrawing(drawing, { machine, joinMm: 0.5, fit: 'none', crop: 'none', simplifyMm: 0.01 });
const commands = [...commandsOf(plan, machine)];

const driver = new EbbDriver({
  clock: systemClock,
  log: silentLogger,
  portPath: device,
  settle: { bannerWaitMs: 0, quietMs: 0, maxMs: 0 },
  openPort: () => openSerialPort(device, 9600),
  settings: { travelAccelerationMmS2 },
});
driver.configure(profile);
driver.connect();
while (driver.state.state !== 'ready') await new Promise((resolve) => setTimeout(resolve, 5));

// Raise the pen first, because saxi assumes that the pen is up.
await driver.send('PENUP', { timeoutMs: 10_000 });
const startedAt = performance.now();
const begun = [];
for (const [at, command] of commands.entries()) {
  if (at >= driver.window) await begun[at - driver.window].executed;
  begun.push(driver.begin(command, { timeoutMs: 10_000 }));
}
await begun.at(-1).executed;
const plottedMs = performance.now() - startedAt;
await driver.close();
console.log(JSON.stringify({ plannedMs: plannedMs(), plottedMs, commands: commands.length }));

/** Returns the duration of the plan by the motion model of the estimates. */
function plannedMs() {
  const down = motionOf(machine);
  const up = motionOf({
    ...machine,
    speed: machine.penUpSpeed,
    acceleration: travelAccelerationMmS2 * machine.stepsPerMm,
  });
  // The state of the pen is unknown at first.
  let totalMs = machine.penUpMs;
  /** @type {ArrayLike<number> & Iterable<number>} */
  let at = [0, 0];
  for (const { strokes } of plan.layers) {
    for (const points of strokes) {
      totalMs += pathMs(Float64Array.from([...at, points[0], points[1]]), up.law);
      totalMs += down.liftMs + pathMs(points, down.law);
      at = points.slice(-2);
    }
    totalMs += pathMs(Float64Array.from([...at, 0, 0]), up.law);
    at = [0, 0];
  }
  return totalMs;
}
