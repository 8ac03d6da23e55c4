// Measures how fluid the station page is with many files and tags: CPU time of scrolling and the
// longest task.
//
//   npm run bench:page [-- number of files and of tags, default 10000 [folder for pictures]]
//
// Uses a real Chromium on the built program, as a desktop and as a phone. Each step turns the wheel
// and waits for two frames. Tasks are those of the page's main thread, in CPU time, so other work
// on the machine does not count. Tasks over 50 ms are noticeable.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { prepare } from '../scripts/prepare.mjs';
import { readArguments, readNumber } from '../scripts/read-arguments.mjs';
import { machine, startProgram } from './lib/harness.mjs';
import { frames, measureTasks, settle, tableHead } from './lib/page-tasks.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 2 });
const count = readNumber(positionals[0] ?? '10000', 'the number of files');
const pictures = positionals[1];
const steps = 30;
const windows = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

await prepare();
const folder = mkdtempSync(join(tmpdir(), 'stationery-bench-'));
const card = join(folder, 'card');
fillCard();
const station = await startProgram('packages/cli/bin/stationery.mjs', ['station'], {
  STATION_DATA_DIR: join(folder, 'data'),
  STATION_CARD_DIR: card,
  STATION_HTTP_PORT: '0',
  STATION_HTTPS_PORT: '0',
});
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const read = async (path) => (await fetch(`${station.url}/api/v1/${path}`)).json();
  while ((await read('tags')).data.length < count) await sleep(500);
  while ((await read('metadata')).meta.unread > 0) await sleep(500);
  console.log(`${count} files and ${count} tags, ${machine()}; ${steps} steps each\n`);
  console.log(tableHead);
  for (const [name, options] of Object.entries(windows)) await measureWindow(name, options);
} finally {
  await browser.close();
  await station.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureWindow(name, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const row = async (title, act) => {
    await measureTasks(browser, page, `${name}: ${title}`, act);
  };
  await page.goto(station.url);
  await page.locator('.file-row').first().waitFor();
  await settle(page);
  await picture(page, `${name}-top`);
  await page.mouse.move(200, 500);
  const wheel = async (pixels) => {
    for (let step = 0; step < steps; step++) {
      await page.mouse.wheel(0, pixels);
      await frames(page);
    }
    await settle(page);
  };
  await row('scrolling, 300 px a step', () => wheel(300));
  await row('scrolling, 2,000 px a step', () => wheel(2_000));
  await picture(page, `${name}-middle`);
  await row('jumping', async () => {
    for (let step = 0; step < steps; step++) {
      await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), (step * 0.37) % 1);
      await frames(page);
    }
    await settle(page);
  });
  await page.evaluate(() => scrollTo(0, 0));
  await settle(page);
  await row('searching', () => page.getByRole('searchbox').first().pressSequentially('track 77'));
  await context.close();
}

async function picture(page, name) {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Creates files, and a collection that adds the tags when the station starts. */
function fillCard() {
  mkdirSync(join(card, 'tags'), { recursive: true });
  const files = Array.from({ length: count }, (_, at) => {
    const filename = `Track ${String(at).padStart(5, '0')} of the long playlist.mp3`;
    const content = 'x'.repeat(at % 100);
    writeFileSync(join(card, filename), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { entry: `files/${String(at).padStart(6, '0')}`, filename, size: content.length, sha256 };
  });
  const tags = files.map(({ filename }, at) => ({
    serial: `0x04${at.toString(16).toUpperCase().padStart(12, '0')}`,
    model: 'mifare',
    name: `Object ${at}`,
    meaning: { kind: 'playlist', files: [filename], shuffled: false },
  }));
  const manifest = { type: 'stationery-collection', version: 1, nickname: '', files, tags, player: {} };
  writeFileSync(join(card, 'tags/collection.json'), JSON.stringify(manifest));
}
