// Measures reading a 10 MB SVG, compared with Chromium parsing the same file.
//
//   npm run bench:reading [-- megabytes, default 10]
//
// Stationery is timed from bytes to strokes, each time in a fresh process; Chromium with
// `DOMParser` in a fresh page and, in a separate row, until the file is laid out.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from '../lib/prepare.mjs';
import { machine, median, openBrowser, runForJson, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { browserPrograms, ensurePrograms } from '../lib/system-packages.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { manyElements, manyPaths } from './lib/large-svg.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const megabytes = readNumber(positionals[0] ?? '10', 'the size in megabytes');
const rounds = 7;

ensurePrograms(browserPrograms);
await prepare();
const folder = temporaryFolder();

const files = { 'long paths of curves': manyPaths, 'many small elements': manyElements };
console.log(`Reading an SVG of ${megabytes} MB, ${machine()}; median of ${rounds} rounds\n`);
printHead(
  'file',
  'points',
  'ours',
  'ours, of that parsing',
  'Chromium parses',
  'and lays out',
  'ours / parses',
  'ours / lays out',
);
for (const [name, make] of Object.entries(files)) {
  const path = join(folder, 'drawing.svg');
  writeFileSync(path, make(megabytes * 1_000_000));
  const figures = { ours: [], xml: [], parse: [], layout: [] };
  let points = 0;
  for (let round = 0; round < rounds; round++) {
    const own = runForJson(join(root, 'tools/bench/lib/read-once.mjs'), path);
    const theirs = await parseInChromium(path);
    points = own.points;
    figures.ours.push(own.ms);
    figures.xml.push(own.xmlMs);
    figures.parse.push(theirs.parseMs);
    figures.layout.push(theirs.layoutMs);
  }
  const ms = (key) => median(figures[key]);
  const cells = [
    name,
    points,
    ...['ours', 'xml', 'parse', 'layout'].map((key) => `${ms(key).toFixed(0)} ms`),
  ];
  const ratios = [ms('ours') / ms('parse'), ms('ours') / ms('layout')].map((ratio) => ratio.toFixed(2));
  printRow(...cells, ...ratios);
}

async function parseInChromium(path) {
  const browser = await openBrowser('chromium', '--disable-gpu', '--disable-background-networking');
  try {
    const page = await browser.newPage();
    await page.setContent('<textarea></textarea><div></div>');
    // Prepare the page first, because only parsing is measured below.
    await page.evaluate(
      (text) => {
        globalThis.drawing = text;
      },
      readFileSync(path, 'utf8'),
    );
    return await page.evaluate(() => {
      const before = performance.now();
      const parsed = new DOMParser().parseFromString(globalThis.drawing, 'image/svg+xml');
      const parseMs = performance.now() - before;
      if (parsed.documentElement.localName !== 'svg') throw new Error('not parsed');
      document.querySelector('div').append(document.adoptNode(parsed.documentElement));
      const box = document.querySelector('svg > :last-child').getBoundingClientRect();
      if (!(box.width >= 0)) throw new Error('not laid out');
      return { parseMs, layoutMs: performance.now() - before };
    });
  } finally {
    await browser.close();
  }
}
