// Takes the pictures of the plotter page for `npm run pictures`: a drawing being placed, and half plotted.
import { join } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { startPlotter } from '../lib/service.mjs';

export async function takePlotterPictures({ browser, folder, createPlotterClient }) {
  const plotter = await startPlotter(join(folder, 'plotter'), { PLOTTER_SIM_SPEED: '30' });
  try {
    const client = createPlotterClient({ baseUrl: plotter.url });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 });
    await page.goto(plotter.url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Rosette.svg', rosette());
    await page.getByText('Ready to plot.').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(root, 'docs/pictures/drawing.png') });

    await takeTimePicture(page);
    await page.getByRole('button', { name: 'Plot', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    for await (const { name, data } of client.events()) {
      if (name === 'job' && data.completed > 0.45 * data.total) break;
    }
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: join(root, 'docs/pictures/plotter.png') });
    await page.close();
  } finally {
    await plotter.stop();
  }
}

/** Shows the part plotted after half of the time. */
async function takeTimePicture(page) {
  await page.getByLabel('Moment of the plot').fill('500');
  await page.locator('.drawing-drawn').waitFor();
  await page.screenshot({
    path: join(root, 'docs/pictures/time-slider.png'),
    clip: { x: 0, y: 60, width: 1280, height: 400 },
    scale: 'css',
  });
}

async function drop(page, name, text) {
  const files = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    [name, text],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}

/** Circles whose centres are on a circle, in two layers. */
function rosette() {
  const ring = (count, around, radius) =>
    Array.from({ length: count }, (_, at) => {
      // Every fifth circle first.
      const turn = (((at * 5) % count) / count) * 2 * Math.PI;
      const [x, y] = [140 + around * Math.cos(turn), 140 + around * Math.sin(turn)];
      return `<circle cx="${x.toFixed(2)}" cy="${y.toFixed(2)}" r="${radius}"/>`;
    }).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
    width="280mm" height="280mm" viewBox="0 0 280 280" fill="none" stroke-width="0.4">
    <g inkscape:groupmode="layer" inkscape:label="Petals" stroke="#2b3fc4">${ring(36, 58, 66)}</g>
    <g inkscape:groupmode="layer" inkscape:label="Heart" stroke="#b0271f">${ring(18, 20, 26)}</g>
  </svg>`;
}
