import { join } from 'node:path';
import { startPlotter } from '../lib/service.mjs';
import { takeArtistPictures } from './artist-pictures.mjs';
import { drop, openPage, picture } from './plotter-page.mjs';

export async function takePlotterPictures({ browser, folder, createPlotterClient }) {
  await takeHeightsPicture({ browser, folder });
  const plotter = await startPlotter(join(folder, 'plotter'), { PLOTTER_SIM_SPEED: '30' });
  try {
    const client = createPlotterClient({ baseUrl: plotter.url });
    await takeSheetPicture(browser, plotter.url);
    await takeAlignPicture(browser, plotter.url, client);
    await takeArtistPictures(browser, plotter.url, client);
    const page = await openPage(browser, plotter.url, { deviceScaleFactor: 1.5 });
    await drop(page, 'Rosette.svg', rosette());
    await page.getByText('Ready to plot.').waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: picture('drawing') });

    await takeTimePicture(page);
    await takePenPicture(page, plotter.url);
    await page.getByRole('button', { name: 'Plot', exact: true }).click();
    await page.getByRole('button', { name: 'Resume', exact: true }).first().click();
    for await (const { name, data } of client.events()) {
      if (name === 'job' && data.completed > 0.45 * data.total) break;
    }
    await page.evaluate(() => scrollTo(0, 0));
    const closeButtons = page.locator('.toasts').getByRole('button', { name: 'Close' });
    await closeButtons.evaluateAll((buttons) => {
      for (const button of buttons) button.click();
    });
    await page.screenshot({ path: picture('plotter') });
    await page.close();
  } finally {
    await plotter.stop();
  }
}

/** Takes the picture of a sheet with two drawings. One is there three times; its last copy is selected and rotated. */
async function takeSheetPicture(browser, url) {
  const page = await openPage(browser, url);
  const small = (name) => rosette().replace('width="280mm" height="280mm"', name);
  await drop(page, 'Rosette.svg', small('width="130mm" height="130mm"'));
  await page.getByText('Ready to plot.').waitFor();
  await page.getByLabel('Paper', { exact: true }).selectOption('a3');
  await page.setInputFiles('.drawing-add input[type=file]', {
    name: 'Star.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(star()),
  });
  const selected = page.getByLabel('Selected', { exact: true });
  await selected.selectOption('Star');
  const set = (name, value) => page.getByLabel(name, { exact: true }).fill(String(value));
  await set('X, mm', 270);
  await set('Y, mm', 30);
  for (const [y, scale] of [
    [120, 60],
    [190, 120],
  ]) {
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await set('Scale, %', scale);
    await set('Rotation, °', scale);
    await set('X, mm', 280);
    await set('Y, mm', y);
  }
  await page.getByText('Ready to plot.').waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({
    path: picture('sheet-objects'),
    clip: { x: 0, y: 60, width: 1440, height: 840 },
  });
}

/** Takes the picture of the alignment, with the pen on the third mark of a rotated sheet. */
async function takeAlignPicture(browser, url, client) {
  const page = await openPage(browser, url, { viewport: { width: 1440, height: 1000 } });
  await drop(page, 'Star.svg', star());
  await page.getByText('Ready to plot.').waitFor();
  await page.getByLabel('Paper', { exact: true }).selectOption('a4');
  await page.locator('.drawing-views').getByText('Effects').click();
  await page.getByRole('checkbox', { name: 'Registration marks' }).check();
  await page.getByText('Ready to plot.').waitFor();
  await page.locator('.drawing-views').getByText('Place', { exact: true }).click();
  await page.getByRole('button', { name: 'Align to marks …' }).click();
  const dialog = page.getByRole('dialog');
  // The sheet is rotated by 3°. The last mark is found 0.3 mm off.
  const [cos, sin] = [Math.cos(0.0524), Math.sin(0.0524)];
  for (const index of [1, 2, 3]) {
    const mark = dialog.getByRole('group', { name: `Mark ${index}` });
    const [x, y] = await Promise.all(
      ['Expected X, mm', 'Expected Y, mm'].map(async (name) =>
        Number(await mark.getByLabel(name).inputValue()),
      ),
    );
    const place = [cos * x - sin * y + 25, sin * x + cos * y + 4 + (index === 3 ? 0.3 : 0)];
    await client.send(`MOVE X${Math.round(place[0] * 80)} Y${Math.round(place[1] * 80)}`);
    const found = mark.getByLabel('Found X, mm');
    do await mark.getByRole('button', { name: 'The pen is on it' }).click();
    while (Math.abs(Number(await found.inputValue()) - place[0]) > 0.1);
  }
  await dialog.screenshot({ path: picture('align'), scale: 'css' });
  await dialog.getByRole('button', { name: 'Align', exact: true }).click();
}

async function takeTimePicture(page) {
  await page.getByLabel('Moment of the plot').fill('500');
  await page.locator('.drawing-drawn').waitFor();
  await page.screenshot({
    path: picture('time-slider'),
    clip: { x: 0, y: 60, width: 1280, height: 400 },
    scale: 'css',
  });
  await page.getByRole('button', { name: /^Start here/ }).click();
  await page.getByText(/^The plot starts at stroke/).waitFor();
  await page.screenshot({
    path: picture('start-here'),
    clip: { x: 0, y: 60, width: 1440, height: 690 },
    scale: 'css',
  });
  await page.getByRole('button', { name: 'Plot everything' }).click();
}

async function takeHeightsPicture({ browser, folder }) {
  const plotter = await startPlotter(join(folder, 'axidraw'), { PLOTTER_SERIAL_PATH: 'sim:ebb' });
  try {
    const page = await openPage(browser, plotter.url);
    await page.getByRole('button', { name: 'Pen heights …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Pen down').waitFor();
    await dialog.screenshot({ path: picture('pen-heights'), scale: 'css' });
    await page.close();
  } finally {
    await plotter.stop();
  }
}

/** Takes the picture of the settings of a pen: a brush that is dipped. */
async function takePenPicture(page, baseUrl) {
  const { createPlotterSetup } = await import('../../packages/client/dist/setup.js');
  const brush = { name: 'Red brush', colour: '#d02020', widthMm: 2, speedMmS: 15, delayMs: 150 };
  await createPlotterSetup({ baseUrl }).setPens([
    { ...brush, seamMm: 2, refillM: 1.5, dip: '10x280/25x280' },
  ]);
  await page.locator('.drawing-views').getByText('Pens and layers').click();
  await page.getByRole('button', { name: 'Edit pens' }).click();
  await page.getByRole('button', { name: 'Change Red brush' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dip at, mm').waitFor();
  await dialog.screenshot({ path: picture('pen-care'), scale: 'css' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

function star() {
  const points = Array.from({ length: 11 }, (_, at) => {
    const turn = (at * 8 * Math.PI) / 11;
    return `${(40 + 38 * Math.sin(turn)).toFixed(2)} ${(40 - 38 * Math.cos(turn)).toFixed(2)}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="80mm" height="80mm" viewBox="0 0 80 80" fill="none">
    <path d="M${points.join('L')}z" stroke="#1d7a4c"/></svg>`;
}

/** Returns a drawing of circles in two layers, with their centres on a circle. */
function rosette() {
  const ring = (count, around, radius) =>
    Array.from({ length: count }, (_, at) => {
      // Draw every fifth circle, so that neighbours are not drawn one after the other.
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
