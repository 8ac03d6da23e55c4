// Measures drawing pictures: time and memory by style and size.
//
//   npm run bench:pictures [-- points, default 20000]
//
// Times are processor time in a fresh process, from the bytes of a JPEG to the plan. The last row is that
// of a headless Chromium from the choice of the file to its preview on the page, in all of its processes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root } from '../lib/prepare.mjs';
import { machine, openBrowser, processorMs, runForJson, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { samplePicture } from '../lib/sample-picture.mjs';
import { startPlotter } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const points = readNumber(positionals[0] ?? '20000', 'the number of points');
await prepare();
const { pictureStyles } = await import('../../packages/contract/dist/plotter/picture-formats.js');
const { default: jpeg } = await import('jpeg-js');

const folder = temporaryFolder();
const sizes = [1, 6, 12, 24].map((megapixels) => {
  const height = Math.round(Math.sqrt(megapixels * 1e6 * 0.75));
  const picture = samplePicture(Math.round((height * 4) / 3), height);
  const path = join(folder, `${megapixels}.jpg`);
  writeFileSync(path, jpeg.encode({ ...picture, data: Buffer.from(picture.data.buffer) }, 90).data);
  return { megapixels, path };
});
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

/** Processor time of the browser, which this process started. */
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
