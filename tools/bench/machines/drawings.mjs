// Times are in machine time, which is independent of other work on the computer.
import { commandsOf, planDrawing, readSvg } from '@stationery/drawing';
import { familyList } from '@stationery/plotter';
import { Estimator } from '../../../packages/plotter/dist/machine/estimator.js';
import { printHead, printRow } from '../../lib/table.mjs';
import { drawingOf, realDrawing, realDrawings } from '../lib/drawings/real-drawings.mjs';
import { simulatedMachine } from '../lib/machine-time.mjs';

export const title = 'Time on the machine, of every driver';

const isSlow = ({ can, defaultProfile }) => can.drivenByProfile && defaultProfile.speed < 8000;
/** All machines with their default profiles; slow machines also at the speed of the others. */
const machines = [
  ...familyList.map((family) => [family, {}]),
  ...familyList.filter(isSlow).map((family) => [family, { speed: 8000 }]),
];
const start = { position: { x: 0, y: 0 }, pen: /** @type {const} */ ('up') };

export async function run({ isQuick }) {
  const drawings = [
    ['40 circles', circles(40)],
    ...(isQuick ? [] : realDrawings.map((name) => [name, drawingOf(realDrawing(name))])),
  ];
  const heads = [
    ...['drawing', 'driver', 'speed', 'machine', 'stop at every corner', 'that / machine', 'lower bound'],
    ...['machine / that', 'estimate / machine', 'plan / machine'],
  ];
  printHead(...heads);
  const smooth = [];
  for (const [name, drawing] of drawings)
    for (const [family, members] of machines) {
      const times = await measure(drawing, family, members);
      printRow(name, family.name, ...cells(times));
      // A machine without acceleration loses nothing in corners.
      if (name === '40 circles' && family.defaultProfile.stepIntervalUs === undefined)
        smooth.push([family.name, times]);
    }
  console.log(
    `\n40 circles, times faster than with a stop at every corner (goal: 3): ${smooth.map(gain).join('; ')}.`,
  );
}

/** Describes how much faster smooth corners are, and the largest possible gain at this speed. */
function gain([driver, { speedMm, machineMs, stoppingMs, minMs }]) {
  const most = (stoppingMs / minMs).toFixed(2);
  return `${driver} ${(stoppingMs / machineMs).toFixed(2)} at ${speedMm} mm/s (at most ${most})`;
}

function cells({ speedMm, machineMs, stoppingMs, minMs, estimateMs, planMs }) {
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  return [
    ...[`${speedMm} mm/s`, seconds(machineMs), seconds(stoppingMs), (stoppingMs / machineMs).toFixed(2)],
    ...[seconds(minMs), (machineMs / minMs).toFixed(2)],
    ...[estimateMs, planMs].map((ms) => (ms / machineMs).toFixed(3)),
  ];
}

async function measure(drawing, ...what) {
  const machine = await simulatedMachine(...what);
  try {
    const profile = { ...machine.profile, limits: null };
    const plan = planDrawing(drawing, { machine: profile });
    const commands = [...commandsOf(plan, profile)];
    const machineMs = await machine.run(commands);
    const stoppingMs = estimate({ ...profile, cornerDeviationMm: 0 }, commands);
    const minMs = estimate({ ...profile, cornerDeviationMm: 0, acceleration: 1e15 }, commands);
    const estimateMs = estimate(profile, commands);
    const speedMm = Math.round(profile.speed / profile.stepsPerMm);
    return { speedMm, machineMs, stoppingMs, minMs, estimateMs, planMs: plan.timeMs };
  } finally {
    await machine.close();
  }
}

function estimate(profile, commands) {
  const estimator = new Estimator(profile, start);
  for (const command of commands) {
    estimator.add(command);
    estimator.take();
  }
  return estimator.finish();
}

/** Returns circles on A3; 40 circles take about 380 s if the machine stops at every corner. */
function circles(count) {
  const at = (index) => `cx="${35 + 50 * (index % 8)}" cy="${35 + 56 * Math.floor(index / 8)}"`;
  const all = Array.from({ length: count }, (_, index) => `<circle ${at(index)} r="30"/>`);
  const size = 'width="420mm" height="297mm" viewBox="0 0 420 297"';
  return readSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${all.join('')}</svg>`));
}
