// `npm run pictures`: takes the pictures in docs/pictures/ from the running program.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startProgram } from '../bench/lib/harness.mjs';
import { prepare, root } from './prepare.mjs';
import { ensurePrograms, testPrograms } from './system-packages.mjs';

ensurePrograms({ chromium: testPrograms.chromium });
await prepare();
const folder = mkdtempSync(join(tmpdir(), 'stationery-pictures-'));
const station = await startProgram('packages/cli/bin/stationery.mjs', ['station'], {
  STATION_DATA_DIR: folder,
  STATION_HTTP_PORT: '0',
  STATION_HTTPS_PORT: '0',
});
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 760 } });
  await page.goto(`${station.url}/api/docs`);
  await page.screenshot({ path: join(root, 'docs/pictures/description.png') });
} finally {
  await browser.close();
  await station.stop();
  rmSync(folder, { recursive: true, force: true });
}
