// Hatches shapes, or removes hidden lines among them, in a separate process. Prints the time and memory as JSON.
//   operate-once.mjs hatch|hide <shapes>
import { defaultMachine, readSvg } from '@stationery/drawing';
import { runOperations } from '../../../packages/drawing/dist/operations/run-operations.js';
import { placeOn } from '../../../packages/drawing/dist/plan/placement.js';
import { resolveOptions } from '../../../packages/drawing/dist/plan/plan-options.js';
import { threadMs } from '../../lib/programs.mjs';
import { numbers } from './drawings/random.mjs';

const [kind, shapes] = process.argv.slice(2);
const count = Number(shapes);
const random = numbers(7);
/**
 * The sheet grows with the number of shapes, so that each shape
 * has the same number of neighbours and the work is linear.
 */
const sideMm = 3 * Math.sqrt(count);
const circles = Array.from({ length: count }, () => {
  const [x, y] = [random() * sideMm, random() * sideMm];
  const points = Array.from({ length: 24 }, (_, at) => {
    const [angle, radius] = [(at / 24) * 2 * Math.PI, 2 + random()];
    return `${(x + radius * Math.cos(angle)).toFixed(3)},${(y + radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `<polygon points="${points.join(' ')}" fill="#${random() < 0.5 ? 'c00' : '00c'}" stroke="#000"/>`;
});
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sideMm}mm" height="${sideMm}mm" viewBox="0 0 ${sideMm} ${sideMm}">${circles.join('')}</svg>`;
const drawing = readSvg(svg, { shapes: true });
/** @type {any[]} */
const operations = [kind === 'hatch' ? { kind, spacingMm: 0.5, angle: 30 } : { kind }];
const options = resolveOptions({ machine: { ...defaultMachine, limits: null }, fit: 'none', operations });
const startedAt = threadMs();
const { items } = runOperations(drawing, operations, placeOn(drawing, options), () => true);
const firstMs = threadMs() - startedAt;
const strokes = items.reduce((sum, { lines }) => sum + lines.length, 0);
console.log(JSON.stringify({ firstMs, strokes, peakMiB: process.resourceUsage().maxRSS / 1024 }));
