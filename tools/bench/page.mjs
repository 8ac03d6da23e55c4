// Measures how fluid the station page is with many files and tags: CPU time of scrolling and the
// longest task.
//
//   npm run bench:page [-- number of files and of tags, default 10000 [folder for pictures]]
//   npm run bench:page -- --albums 2000 50000
//
// With `--albums`, the files are in that many folders, each with a tag, and have titles.
// Uses a real Chromium on the built program, as a desktop and as a phone. Each step turns the wheel
// and waits for two frames. Tasks are measured on the page's main thread, in CPU time, so that
// other work on the machine does not count. Users notice tasks over 50 ms.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '../lib/prepare.mjs';
import { machine, openBrowser, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startStation } from '../lib/service.mjs';
import { until } from '../lib/until.mjs';
import { frames, measureTasks, settle, tableHead, wheel, windows } from './lib/page-tasks.mjs';

const { values, positionals } = readArguments({
  script: import.meta.filename,
  most: 2,
  options: { albums: { type: 'string' } },
});
const count = readNumber(positionals[0] ?? '10000', 'the number of files');
const albums = values.albums === undefined ? 0 : readNumber(values.albums, 'the number of albums');
const tagCount = albums || count;
const pictures = positionals[1];
const steps = 30;

await prepare();
const folder = temporaryFolder();
const card = join(folder, 'card');
mkdirSync(join(card, 'tags'), { recursive: true });
if (albums > 0) fillWithAlbums();
else fillCard();
const station = await startStation(folder, { STATION_CARD_DIR: card });
const browser = await openBrowser('chromium-headless-shell', '--disable-gpu');
try {
  const read = async (path) => (await fetch(`${station.url}/api/v1/${path}`)).json();
  await until('the collection is imported', async () => (await read('tags')).data.length === tagCount);
  while ((await read('metadata')).meta.unread > 0) await sleep(2_000);
  console.log(`${count} files and ${tagCount} tags, ${machine()}; ${steps} steps each\n`);
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
  await row('opening', async () => {
    const titles = page.waitForResponse(/metadata$/);
    await page.goto(station.url);
    await page.locator('.file-row').first().waitFor();
    await (await titles).finished();
    await settle(page);
  });
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
  await row('sorting by name', () =>
    page.getByRole('radio', { name: 'Name' }).first().check({ force: true }),
  );
  await context.close();
}

async function picture(page, name) {
  if (pictures !== undefined) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** Writes the files and a collection, from which the station adds the tags when it starts. */
function fillCard() {
  const files = Array.from({ length: count }, (_, at) => {
    const filename = `Track ${String(at).padStart(5, '0')} of the long playlist.mp3`;
    const content = 'x'.repeat(at % 100);
    writeFileSync(join(card, filename), content);
    return entryOf(filename, content, at);
  });
  const tags = files.map(({ filename }, at) => ({
    serial: `0x04${at.toString(16).toUpperCase().padStart(12, '0')}`,
    model: 'mifare',
    name: `Object ${at}`,
    meaning: { kind: 'playlist', files: [filename], shuffled: false },
  }));
  addTags(files, tags);
}

function fillWithAlbums() {
  const folders = Array.from({ length: albums }, (_, at) => `Album ${String(at).padStart(4, '0')}`);
  for (const folder of folders) mkdirSync(join(card, folder));
  const first = [];
  for (let at = 0; at < count; at++) {
    const album = Math.floor((at * albums) / count);
    const folder = folders[album];
    const filename = `${folder}/Track ${at} of the long playlist.mp3`;
    const content = id3({ TIT2: `Track ${at}`, TPE1: `Artist ${at % 500}`, TALB: folder });
    writeFileSync(join(card, filename), content);
    if (first.length === album) first.push(entryOf(filename, content, at));
  }
  const tags = folders.map((folder, at) => ({
    serial: `0x04${at.toString(16).toUpperCase().padStart(12, '0')}`,
    model: 'mifare',
    name: `Object ${at}`,
    meaning: { kind: 'album', folder, shuffled: false },
  }));
  addTags(first, tags);
}

function id3(texts) {
  const frames = Object.entries(texts).map(([id, text]) => {
    const content = Buffer.from(`\0${text}`, 'latin1');
    const head = Buffer.alloc(10);
    head.write(id);
    head.writeUInt32BE(content.length, 4);
    return Buffer.concat([head, content]);
  });
  const body = Buffer.concat(frames);
  return Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, body.length >> 7, body.length & 127]),
    body,
  ]);
}

function entryOf(filename, content, at) {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { entry: `files/${String(at).padStart(6, '0')}`, filename, size: content.length, sha256 };
}

function addTags(files, tags) {
  const manifest = { type: 'stationery-collection', version: 1, nickname: '', files, tags, player: {} };
  writeFileSync(join(card, 'tags/collection.json'), JSON.stringify(manifest));
}
