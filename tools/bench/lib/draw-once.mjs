// Draws and plans one picture in a new process: `draw-once.mjs <file> <style> <points>`. Prints figures as
// JSON.
import { readFileSync } from 'node:fs';
import { parsePlanOptions, planFile } from '../../../packages/drawing/dist/index.js';
import { decodePicture } from '../../../packages/drawing/dist/pictures/decode/decode-picture.js';
import { highestMiB } from '../../lib/programs.mjs';

const [path, style, points] = process.argv.slice(2);
const file = readFileSync(path);
const timed = async (work) => {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
};
const whole = await timed(() => planFile(file, parsePlanOptions({ style, points })));
const mib = highestMiB(process.pid);
const decoded = await timed(() => decodePicture(file, 'jpeg'));
const { plan } = whole.result;
console.log(
  JSON.stringify({ ms: whole.ms, decodeMs: decoded.ms, mib, lifts: plan.lifts, drawMm: plan.drawMm }),
);
