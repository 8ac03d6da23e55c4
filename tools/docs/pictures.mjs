// `npm run pictures`: takes the pictures in docs/pictures/ from the running program.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../lib/prepare.mjs';
import { freePort, openBrowser, temporaryFolder } from '../lib/programs.mjs';
import { startProgram, startStation } from '../lib/service.mjs';
import { browserPrograms, ensurePrograms } from '../lib/system-packages.mjs';
import { writeDrawingPictures } from './drawing-pictures.mjs';
import { picture } from './plotter-page.mjs';
import { takePlotterPictures } from './plotter-picture.mjs';
import { fakeMicrophone, takeDialogPictures } from './station-dialogs.mjs';

// Fonts like those on common devices; a bare server has none.
const fonts = {
  P052: { package: 'fonts-urw-base35', path: '/usr/share/fonts/opentype/urw-base35/P052-Roman.otf' },
  Cantarell: {
    package: 'fonts-cantarell',
    path: '/usr/share/fonts/opentype/cantarell/Cantarell-Regular.otf',
  },
};
ensurePrograms({ ...browserPrograms, ...fonts });
await prepare();
const { createPlotterClient, createStationClient } = await import('../../packages/client/dist/index.js');
const { makeWav } = await import('../../packages/station/dist/player/make-wav.js');
const { createStationTags } = await import('../../packages/client/dist/tags.js');
await writeDrawingPictures(await import('../../packages/drawing/dist/index.js'));
const folder = temporaryFolder();
const card = join(folder, 'card');
mkdirSync(card);
const station = await startStation(folder, { STATION_CARD_DIR: card });
const browser = await openBrowser('chromium', ...fakeMicrophone);
try {
  const at = { baseUrl: station.url };
  await fillStation(createStationClient(at), createStationTags(at));
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });
  await page.goto(station.url);
  await page.getByText('On the reader', { exact: true }).waitFor();
  await page.getByText('0:05 of 3:04').waitFor();
  await page.screenshot({ path: picture('station') });
  await takeDialogPictures(page);
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.goto(`${station.url}/api/docs`);
  await page.screenshot({ path: picture('description') });
  await takePlotterPictures({ browser, folder, createPlotterClient });
  await takeBoardPicture({ browser, folder });
} finally {
  await browser.close();
  await station.stop();
}

/** Fills the station as after a week of use. */
async function fillStation(client, tags) {
  const kilobytes = {
    'Fjord at dawn.jpg': 3_400,
    'Shopping list.txt': 1,
    'Grandma’s lullaby.m4a': 1_203,
    'Moon journey.mp3': 51_203,
    'The robber and the coffee mill.mp3': 42_137,
  };
  for (const [name, size] of Object.entries(kilobytes))
    writeFileSync(join(card, name), Buffer.alloc(size * 1000));
  const story = 'The little witch, part 1.wav';
  writeFileSync(join(card, story), makeWav([{ hz: 440, durationMs: 184_000, loudness: 0.1 }]));
  await client.rename('Kitchen');
  await client.card();
  const serials = ['0x04B7113C2D5E81', '0x5A3CE197', '0x04A2245A6B2C80'];
  const details = [
    { name: 'The owl', colour: '#8a5bd1' },
    { name: 'Good night', meaning: { kind: 'action', action: 'sleep', minutes: 30 } },
    { name: 'The fox', colour: '#e8862e' },
  ];
  for (const [at, serial] of serials.entries()) {
    await client.simulator.put({ serial, model: serial.length > 10 ? 'mifare' : 'mifare_classic' });
    const [tag] = await client.waitForTags({ timeoutSeconds: 10 });
    if (at !== 1) await client.bind(tag.id, at === 0 ? 'Moon journey.mp3' : story);
    await tags.change(tag.id, details[at]);
  }
  // The first placement of each tag only added the tag; the second placement plays.
  for (const serial of serials.slice(1)) await client.simulator.put({ serial });
}

async function takeBoardPicture({ browser, folder }) {
  const demo = await startProgram(
    ['fleet', 'demo', '--plotters', '3', '--stations', '5', '--nats-port', String(await freePort())],
    { BOARD_DATA_DIR: join(folder, 'board'), BOARD_HTTP_PORT: '0' },
  );
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });
    await page.goto(demo.url);
    const rows = page.locator('.device');
    await rows.getByText('Last tap').first().waitFor();
    await rows.getByText('Plotting').nth(2).waitFor();
    await page.screenshot({ path: picture('board') });
  } finally {
    await demo.stop();
  }
}
