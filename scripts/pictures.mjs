// `npm run pictures`: takes the pictures in docs/pictures/ from the running program.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startProgram } from '../bench/lib/harness.mjs';
import { takePlotterPictures } from './plotter-picture.mjs';
import { prepare, root } from './prepare.mjs';
import { browserPrograms, ensurePrograms } from './system-packages.mjs';

// Fonts of the kind that people's devices have; a bare server has none.
const fonts = {
  P052: { package: 'fonts-urw-base35', path: '/usr/share/fonts/opentype/urw-base35/P052-Roman.otf' },
  Cantarell: {
    package: 'fonts-cantarell',
    path: '/usr/share/fonts/opentype/cantarell/Cantarell-Regular.otf',
  },
};
ensurePrograms({ ...browserPrograms, ...fonts });
await prepare();
const { createPlotterClient, createStationClient } = await import('../packages/client/dist/index.js');
const folder = mkdtempSync(join(tmpdir(), 'stationery-pictures-'));
const card = join(folder, 'card');
mkdirSync(card);
const station = await startProgram('packages/cli/bin/stationery.mjs', ['station'], {
  STATION_DATA_DIR: join(folder, 'data'),
  STATION_CARD_DIR: card,
  STATION_HTTP_PORT: '0',
  STATION_HTTPS_PORT: '0',
});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  await fillStation(createStationClient({ baseUrl: station.url }));
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });
  await page.goto(station.url);
  await page.getByText('On the reader', { exact: true }).waitFor();
  await page.screenshot({ path: join(root, 'docs/pictures/station.png') });
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.goto(`${station.url}/api/docs`);
  await page.screenshot({ path: join(root, 'docs/pictures/description.png') });
  await takePlotterPictures({ browser, folder, createPlotterClient });
} finally {
  await browser.close();
  await station.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A station as it looks after a week in a kitchen. */
async function fillStation(client) {
  const kilobytes = {
    'Fjord at dawn.jpg': 3_400,
    'Shopping list.txt': 1,
    'Grandma’s lullaby.m4a': 1_203,
    'Moon journey.mp3': 51_203,
    'The robber and the coffee mill.mp3': 42_137,
    'The little witch, part 1.mp3': 38_420,
  };
  for (const [name, size] of Object.entries(kilobytes))
    writeFileSync(join(card, name), Buffer.alloc(size * 1000));
  await client.rename('Kitchen');
  const { files } = await client.card();
  const serials = ['0x04B7113C2D5E81', '0x5A3CE197', '0x04A2245A6B2C80'];
  for (const [at, serial] of serials.entries()) {
    await client.simulator.put({ serial, model: serial.length > 10 ? 'mifare' : 'mifare_classic' });
    const [tag] = await client.waitForTags({ timeoutSeconds: 10 });
    const heard = files.filter(({ filename }) => filename.endsWith('.mp3'));
    if (at !== 1) await client.bind(tag.id, heard[at].filename);
  }
}
