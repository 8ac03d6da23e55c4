// Measures how fluid the station page is with many files and tags: CPU time of scrolling and the
// longest task.
//
//   npm run bench:page [-- number of files and of tags, default 10000 [folder for pictures]]
//
// Uses a real Chromium on the built program, as a desktop and as a phone. Each step turns the wheel
// and waits for two frames. Tasks are those of the page's main thread, in CPU time, so other work
// on the machine does not count. Tasks over 50 ms are noticeable.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '../lib/prepare.mjs';
import { machine, openBrowser, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startStation } from '../lib/service.mjs';
import { frames, measureTasks, settle, tableHead, wheel, windows } from './lib/page-tasks.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 2 });
const count = readNumber(positionals[0] ?? '10000', 'the number of files');
const pictures = positionals[1];
const steps = 30;

await prepare();
const folder = temporaryFolder();
const card = join(folder, 'card');
fillCard();
const station = await startStation(folder, { STATION_CARD_DIR: card });
const browser = await openBrowser('chromium-headless-shell', '--disable-gpu');
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
}

async function measureWindow(name, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const row = (title, act) => measureTasks(browser, page, `${name}: ${title}`, act);
  await page.goto(station.url);
  await page.locator('.file-row').first().waitFor();
  await settle(page);
  await picture(page, `${name}-top`);
  await row('scrolling, 300 px a step', () => wheel(page, steps, 300));
  await row('scrolling, 2,000 px a step', () => wheel(page, steps, 2_000));
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
