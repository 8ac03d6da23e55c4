// `npm run icons`: draws the home screen icons from the icon.svg of each page, and the dots of the paper.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { openBrowser } from '../lib/programs.mjs';

/** A launcher may crop a maskable icon to any shape; the inner 80 % stay visible. */
const icons = [
  { name: 'icon-192.png', size: 192, scale: 1 },
  { name: 'icon-512.png', size: 512, scale: 1 },
  { name: 'icon-maskable.png', size: 512, scale: 0.8, background: '#2b3fc4' },
];

/**
 * The dots of light and dark paper. They are a picture, because
 * browsers without a GPU recompute gradients for every dot.
 */
const dot = { size: 22, color: '#7f6e5030' };

const browser = await openBrowser();
try {
  for (const pageName of ['station', 'plotter', 'board']) {
    const folder = join(root, `packages/web/src/${pageName}/public`);
    const source = readFileSync(join(folder, 'icon.svg')).toString('base64');
    for (const { name, size, scale, background = 'transparent' } of icons) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      await page.setContent(
        `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${background}}</style>` +
          `<img width="${size * scale}" src="data:image/svg+xml;base64,${source}">`,
      );
      await page.screenshot({ path: join(folder, name), omitBackground: true });
      await page.close();
    }
  }
  for (const scale of [1, 2]) {
    const viewport = { width: dot.size, height: dot.size };
    const page = await browser.newPage({ viewport, deviceScaleFactor: scale });
    await page.setContent(
      `<style>html{background:radial-gradient(${dot.color} 1px, transparent 1.2px)}</style>`,
    );
    const path = join(root, `packages/web/src/ui/paper-${scale}x.png`);
    await page.screenshot({ path, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
