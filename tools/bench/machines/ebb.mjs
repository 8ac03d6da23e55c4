// Compares saxi and the EBB driver on the same simulated EiBotBoard over a pseudo-terminal, in real time.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EbbSimulator } from '../../../packages/plotter/dist/drivers/ebb/simulator/ebb-simulator.js';
import { plugSimulator } from '../../../packages/plotter/dist/drivers/simulator/plug-simulator.js';
import { temporaryFolder } from '../../lib/programs.mjs';
import { printHead, printRow } from '../../lib/table.mjs';
import { inkApartMm } from '../lib/ink.mjs';
import { installSaxi } from '../lib/saxi.mjs';

export const title = 'EiBotBoard: AxiDraw, NextDraw (driver `ebb`)';

const pixelsPerMm = 96 / 25.4;
const stepsPerMm = 80;
/** Speeds of saxi. Both programs use the same machine and pen. */
const speeds = {
  drawing: { speedMmS: 50, accelerationMmS2: 200 },
  travel: { speedMmS: 200, accelerationMmS2: 400 },
  cornerDeviationMm: 0.127,
  penMs: 120,
};

export async function run({ isQuick }) {
  installSaxi();
  /** @type {[string, number[][][]][]} */
  const drawings = isQuick
    ? [['a square and a circle', [square(5, 5, 15), circle(35, 12, 8)]]]
    : [
        ['12 circles', grid(12, (x, y) => circle(x, y, 6))],
        ['24 squares', grid(24, (x, y) => square(x - 4, y - 4, 8))],
        ['a wave', [wave(5, 40, 120)]],
      ];
  const heads = [
    'drawing',
    'whole time: saxi',
    'ours',
    'ours / saxi',
    'machine moves: saxi',
    'ours',
    'ours / saxi',
    'ink apart',
    'saxi from the drawing',
    'ours from it',
    'estimate / machine',
  ];
  printHead(...heads);
  for (const [name, strokes] of drawings) {
    const saxi = await plot('saxi-plot.mjs', strokes, {
      penDownAcceleration: speeds.drawing.accelerationMmS2,
      penDownMaxVelocity: speeds.drawing.speedMmS,
      penDownCorneringFactor: speeds.cornerDeviationMm,
      penUpAcceleration: speeds.travel.accelerationMmS2,
      penUpMaxVelocity: speeds.travel.speedMmS,
      penDropDuration: speeds.penMs / 1000,
      penLiftDuration: speeds.penMs / 1000,
    });
    const ours = await plot('ebb-plot.mjs', strokes, {
      speed: speeds.drawing.speedMmS * stepsPerMm,
      acceleration: speeds.drawing.accelerationMmS2 * stepsPerMm,
      cornerDeviationMm: speeds.cornerDeviationMm,
      penUpMs: speeds.penMs,
      penDownMs: speeds.penMs,
      penUpSpeed: speeds.travel.speedMmS * stepsPerMm,
      travelAccelerationMmS2: speeds.travel.accelerationMmS2,
    });
    const given = strokes.map((points) => points.map(([x, y]) => ({ x, y })));
    const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
    const mm = (one, other) => `${inkApartMm(one, other).toFixed(3)} mm`;
    const cells = [
      name,
      seconds(saxi.plottedMs),
      seconds(ours.plottedMs),
      (ours.plottedMs / saxi.plottedMs).toFixed(3),
      seconds(saxi.busyMs),
      seconds(ours.busyMs),
      (ours.busyMs / saxi.busyMs).toFixed(3),
      mm(saxi.drawn, ours.drawn),
      mm(saxi.drawn, given),
      mm(ours.drawn, given),
      (ours.plannedMs / ours.busyMs).toFixed(3),
    ];
    printRow(...cells);
  }
}

/** Returns the time of a plot, from the first command until the pen is at home, without reading and planning. */
async function plot(script, strokes, options) {
  const folder = temporaryFolder();
  const board = new EbbSimulator();
  const plugged = await plugSimulator({ plotter: board, path: join(folder, 'tty') });
  const file = join(folder, 'drawing.svg');
  writeFileSync(file, svgOf(strokes));
  try {
    const program = join(import.meta.dirname, `../lib/${script}`);
    // `runForJson` would block this process, which runs the board.
    const run = [program, plugged.path, file, JSON.stringify(options)];
    const figures = JSON.parse((await promisify(execFile)(process.execPath, run)).stdout);
    const drawn = board
      .strokes()
      .map(({ points }) => points.map(({ x, y }) => ({ x: x / stepsPerMm, y: y / stepsPerMm })));
    return { ...figures, drawn, busyMs: board.status().busyMs };
  } finally {
    await board.close();
    await plugged.close();
  }
}

/** Returns an SVG of straight lines only, so that both programs draw the same corners. */
function svgOf(strokes) {
  const paths = strokes.map(
    (points) =>
      `<path d="M${points.map(([x, y]) => `${(x * pixelsPerMm).toFixed(4)} ${(y * pixelsPerMm).toFixed(4)}`).join('L')}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="800"><g fill="none" stroke="#000">${paths.join('')}</g></svg>`;
}

function grid(count, make) {
  return Array.from({ length: count }, (_, at) => make(15 + (at % 6) * 18, 12 + Math.floor(at / 6) * 18));
}

function circle(x, y, radius) {
  const corners = 72;
  return Array.from({ length: corners + 1 }, (_, at) => {
    const turn = (2 * Math.PI * at) / corners;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });
}

function square(x, y, side) {
  return [
    [x, y],
    [x + side, y],
    [x + side, y + side],
    [x, y + side],
    [x, y],
  ];
}

function wave(x, y, width) {
  return Array.from({ length: 4 * width + 1 }, (_, at) => [x + at / 4, y + 15 * Math.sin(at / 16)]);
}
