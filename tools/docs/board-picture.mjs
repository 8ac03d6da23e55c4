import { join } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { freePort } from '../lib/programs.mjs';
import { startProgram } from '../lib/service.mjs';

/** Takes a picture of the demo board with busy plotters. */
export async function takeBoardPicture({ browser, folder }) {
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
    await page.screenshot({ path: join(root, 'docs/pictures/board.png') });
  } finally {
    await demo.stop();
  }
}
