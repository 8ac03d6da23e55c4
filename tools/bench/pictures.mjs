// Measures drawing pictures: time and memory by style and size.
//
//   npm run bench:pictures [-- points, default 20000]
//   npm run bench:pictures -- --page    only waiting times for a photo of 12 megapixels
//
// Times are CPU time in a fresh process, from the bytes of a JPEG to the plan. The last row is the CPU time
// of all processes of a headless Chromium, from the choice of the file to its preview on the page.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from '../lib/prepare.mjs';
import { machine, median, openBrowser, processorMs, runForJson, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { samplePicture } from '../lib/sample-picture.mjs';
import { startPlotter } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { decodingMs, placePhoto, planInService } from './lib/photo-on-page.mjs';

const { positionals, values } = readArguments({
  script: import.meta.filename,
  options: { page: { type: 'boolean' } },
  most: 1,
});
const points = readNumber(positionals[0] ?? '20000', 'the number of points');
await prepare();
const { pictureStyles } = await import('../../packages/contract/dist/plotter/picture-formats.js');
const { default: jpeg } = await import('jpeg-js');

const folder = temporaryFolder();
const sizes = (values.page ? [12] : [1, 6, 12, 24]).map((megapixels) => {
  const height = Math.round(Math.sqrt(megapixels * 1e6 * 0.75));
  const picture = samplePicture(Math.round((height * 4) / 3), height);
  const path = join(folder, `${megapixels}.jpg`);
  writeFileSync(path, jpeg.encode({ ...picture, data: Buffer.from(picture.data.buffer) }, 90).data);
  return { megapixels, path };
});
if (values.page) {
  await printWaits(sizes[0].path);
  process.exit();
}
console.log(`Pictures with ${points} points, ${machine()}\n`);
printHead('style', ...sizes.map(({ megapixels }) => `${megapixels} megapixels`), 'lifts', 'drawn');
let last;
for (const style of pictureStyles) {
  const cells = sizes.map(({ path }) => {
    last = drawOnce(path, style);
    return `${(last.ms / 1000).toFixed(1)} s, ${last.mib} MiB`;
  });
  printRow(style, ...cells, last.lifts, `${(last.drawMm / 1000).toFixed(1)} m`);
}
printRow(
  'of that decoding',
  ...sizes.map(({ path }) => `${(drawOnce(path, 'edges').decodeMs / 1000).toFixed(1)} s`),
  '',
  '',
);
printRow('preview on the page', ...(await previews()), '', '');

/** Measures with a browser and a service that have just started, as for the first photo of a day. */
async function printWaits(path) {
  console.log(`A photo of 12 megapixels, ${machine()}\n`);
  printHead('', 'time', 'times decoding');
  const rounds = [];
  for (let round = 0; round < 5; round++) {
    const plotter = await startPlotter(temporaryFolder());
    const browser = await openBrowser('chromium-headless-shell', '--disable-gpu');
    try {
      const floorMs = await decodingMs(browser, path);
      const page = await placePhoto(browser, plotter.url, path);
      const memory = plotter.watchMemory();
      const service = await planInService(plotter, path);
      rounds.push({ floorMs, ...service, serviceMs: service.planMs, ...page, mib: memory.stop() });
    } finally {
      await browser.close();
      await plotter.stop();
    }
  }
  const of = (name) => median(rounds.map((round) => round[name]));
  const row = (title, ms) => printRow(title, `${Math.round(ms)} ms`, (ms / of('floorMs')).toFixed(1));
  row('decoding in the browser (floor)', of('floorMs'));
  row('preview of 10,000 points', of('previewMs'));
  row('20,000 points', of('stippleMs'));
  row('first plan of them', of('planMs'));
  row('longest task of the page', of('longestTaskMs'));
  row('plan of 20,000 points in the service', of('serviceMs'));
  row('longest answer of the service meanwhile', of('longestAnswerMs'));
  printRow('peak memory of the service', `${Math.round(of('mib'))} MiB`, '');
}

async function previews() {
  const plotter = await startPlotter(temporaryFolder());
  const browser = await openBrowser('chromium-headless-shell', '--disable-gpu');
  try {
    const cells = [];
    for (const { path } of sizes) {
      const page = await browser.newPage();
      await page.goto(plotter.url);
      const choose = page.locator('input[accept="image/*"]');
      await choose.waitFor({ state: 'attached' });
      const beforeMs = browserMs();
      await choose.setInputFiles(path);
      await page.getByText(/[\d,]+ strokes, \d+ × \d+ mm/).waitFor();
      cells.push(`${((browserMs() - beforeMs) / 1000).toFixed(1)} s`);
      await page.close();
    }
    return cells;
  } finally {
    await browser.close();
    await plotter.stop();
  }
}

/** Returns the CPU time of the browser's processes, which are descendants of this process. */
function browserMs() {
  const childrenOf = (pid) =>
    readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  const withChildren = (pid) => [pid, ...childrenOf(pid).flatMap(withChildren)];
  const isBrowser = (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('chrom');
  const browsers = childrenOf(process.pid).filter(isBrowser).flatMap(withChildren);
  return browsers.reduce((sum, pid) => sum + processorMs(pid), 0);
}

function drawOnce(path, style) {
  return runForJson(join(root, 'tools/bench/lib/draw-once.mjs'), path, style, String(points));
}
