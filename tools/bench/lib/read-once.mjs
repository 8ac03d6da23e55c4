// Reads one SVG in this process and prints the time.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseXml } from '../../../packages/drawing/dist/formats/svg/xml/parse-xml.js';
import { readSvg } from '../../../packages/drawing/dist/index.js';

const bytes = readFileSync(process.argv[2]);
const started = performance.now();
const drawing = readSvg(bytes);
const ms = performance.now() - started;
const text = bytes.toString();
const beforeXml = performance.now();
parseXml(text, Number.POSITIVE_INFINITY);
const xmlMs = performance.now() - beforeXml;
const points = drawing.strokes.reduce((sum, stroke) => sum + stroke.points.length / 2, 0);
console.log(JSON.stringify({ ms, xmlMs, points, strokes: drawing.strokes.length, notes: drawing.notes }));
