// Plots a drawing with saxi on a serial device, in a separate process. Prints figures as JSON.
//   saxi-plot.mjs <device> <drawing.svg> [<options as JSON>]
//
// The drawing is read, planned and sent by saxi's own code. Only the port is opened here: its `serialport` would have to
// be compiled, and its command `saxi plot --device` forgets to open the port that it is given (0.15.0).
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ReadStream, WriteStream } from 'node:tty';
import { installSaxi, quietly, saxiHome } from './saxi.mjs';

const [device, file, more = '{}'] = process.argv.slice(2);
installSaxi();
const load = createRequire(join(saxiHome, 'node_modules/saxi/package.json'));
const { EBB } = load('./dist/server/ebb');
const { replan } = load('./dist/server/massager');
const { defaultPlanOptions } = load('./dist/server/planning');
const { PaperSize } = load('./dist/server/paper-size');
const { flattenSVG } = load('flatten-svg');
const { Window } = load('svgdom');

const { paper = { x: 210, y: 297 }, ...options } = JSON.parse(more);
const plan = quietly(() =>
  replan(linesOf(readFileSync(file, 'utf8')), {
    ...defaultPlanOptions,
    paperSize: new PaperSize(paper),
    marginMm: 0,
    fitPage: false,
    cropToMargins: false,
    layerMode: 'all',
    selectedGroupLayers: new Set(),
    selectedStrokeLayers: new Set(),
    ...options,
  }),
);

const fd = openSync(device, constants.O_RDWR | constants.O_NOCTTY);
const ebb = new EBB(portOn(fd));
const startedAt = performance.now();
await ebb.executePlan(plan);
const plottedMs = performance.now() - startedAt;
console.log(JSON.stringify({ plannedMs: plan.duration() * 1000, plottedMs }));
closeSync(fd);
process.exit(0);

function linesOf(svg) {
  const window = new Window();
  window.document.documentElement.innerHTML = svg;
  return flattenSVG(window.document.documentElement, {}).map(({ points, stroke, groupId }) =>
    Object.assign(
      points.map(([x, y]) => ({ x, y })),
      { stroke, groupId },
    ),
  );
}

/** Returns a port with the Web Serial interface that saxi uses. */
function portOn(fd) {
  const input = new ReadStream(fd);
  const output = new WriteStream(fd);
  return {
    readable: new globalThis.ReadableStream({
      start(controller) {
        input.on('data', (chunk) => controller.enqueue(chunk));
      },
    }),
    writable: new globalThis.WritableStream({
      write: (chunk) => new Promise((done) => output.write(chunk, () => done(undefined))),
    }),
  };
}
