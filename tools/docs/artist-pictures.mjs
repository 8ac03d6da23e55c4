import { drop, openPage, picture } from './plotter-page.mjs';

export async function takeArtistPictures(browser, url, client) {
  await client.send('HOME');
  await takePhonePicture(browser, url);
  const page = await openPage(browser, url);
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await isPlanned(page);
  await page.screenshot({ path: picture('sample'), clip: { x: 0, y: 60, width: 1440, height: 840 } });
  await showLayers(page, 'Codes.svg', layerCodes, 'layer-codes');
  await showLayers(page, 'Colours.svg', manyColours(), 'many-pens');
  await takePhotoPicture(browser, { page, url, client });
  await page.close();
}

async function isPlanned(page) {
  await page.getByText('Ready to plot.').waitFor();
  await page.getByRole('button', { name: 'Plot', exact: true }).click({ trial: true });
}

async function showLayers(page, name, svg, to) {
  await drop(page, name, svg);
  await page.getByText(`${name.replace('.svg', '')}, not plotted yet`).waitFor();
  await isPlanned(page);
  await page.locator('.drawing-views').getByText('Pens and layers').click();
  await page.locator('.drawing').screenshot({ path: picture(to) });
}

/** Takes the picture of the German page on a phone. */
async function takePhonePicture(browser, url) {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'de-DE' };
  const page = await openPage(browser, url, phone, 'Verbunden');
  await page.getByRole('button', { name: 'Beispiel ausprobieren' }).click();
  await page.getByText('Bereit zum Zeichnen.').waitFor();
  await page.locator('.bed').getByText('Zeichnung', { exact: true }).click();
  await page.screenshot({ path: picture('phone') });
  await page.close();
}

/** Takes the picture of checking a photo, in which one stroke is missing. */
async function takePhotoPicture(browser, { page, url, client }) {
  const query = 'paper=a6&orientation=landscape&operations=marks&include=&job=Postcard';
  await fetch(`${url}/api/plotter/plan?${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'image/svg+xml' },
    body: postcard,
  });
  const [job] = await client.jobs.list();
  await client.jobs.wait(job.id);
  const photo = await photoOf(browser, await client.jobs.commands(job.id));
  await page.getByRole('button', { name: 'More for “Postcard”' }).click();
  await page.getByRole('menuitem', { name: 'Check with a photo …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'sheet.jpg',
    mimeType: 'image/jpeg',
    buffer: photo,
  });
  await dialog.getByText(/^1 of \d+ strokes is missing/).waitFor();
  await dialog.screenshot({ path: picture('check-photo') });
}

/** Returns a photo of an A6 sheet on a table, without the tenth stroke of the drawing. */
async function photoOf(browser, commands) {
  const strokes = commands.split('PENDOWN\n').slice(1);
  const before = commands.split('PENDOWN\n').map((part) => part.match(/MOVE X\d+ Y\d+/g)?.at(-1));
  const points = (lines) => lines.match(/MOVE X\d+ Y\d+/g).map((line) => line.match(/\d+/g).join(' '));
  const paths = strokes.map((lines, at) => {
    const down = lines.split('PENUP')[0];
    return `<path d="M${points(`${before[at]}\n${down}`).join('L')}"/>`;
  });
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  await page.setContent(`<body style="margin: 0; background: #7a5a3c; perspective: 1800px">
    <svg style="margin: 60px 200px; background: #f4f1e8; transform: rotateX(18deg) rotateY(-9deg) rotate(4deg)"
      width="1200" viewBox="0 0 11840 8400" fill="none" stroke="#222" stroke-width="40">
      ${paths.filter((_, at) => at !== 9).join('')}</svg></body>`);
  const photo = await page.screenshot({ type: 'jpeg', quality: 90 });
  await page.close();
  return photo;
}

const postcard = `<svg xmlns="http://www.w3.org/2000/svg" width="110mm" height="77mm" viewBox="16 16 114 80" fill="none" stroke="#222">
  ${[80, 86, 92].map((y) => `<path d="M20 ${y}${'q5 -4 10 0t10 0'.repeat(5)}"/>`).join('')}
  <path d="M50 72H100L90 78H60Z"/><path d="M74 30V72"/><path d="M78 32L98 66H78Z"/><path d="M70 40L55 66H70Z"/><circle cx="112" cy="30" r="11"/></svg>`;

const layerCodes = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  width="148mm" height="105mm" viewBox="0 0 148 105" fill="none">
  ${[
    ['%Guides', '#888', 'M5 5H143V100H5Z'],
    ['2 Frame', '#c02020', 'M15 15H133V90H15Z'],
    ['!1+S50+D500 Circle', '#2040c0', 'M25 50A25 25 0 0 1 75 50A25 25 0 0 1 25 50Z'],
    ['3+S20 Star', '#1d7a4c', 'M95 30L105 70 78 45H114L86 70Z'],
  ]
    .map(
      ([label, colour, d]) =>
        `<g inkscape:groupmode="layer" inkscape:label="${label}" stroke="${colour}"><path d="${d}"/></g>`,
    )
    .join('')}</svg>`;

function manyColours() {
  const circles = Array.from({ length: 162 }, (_, at) => {
    const [x, y] = [10 + 10 * (at % 18), 10 + 10 * Math.floor(at / 18)];
    return `<circle cx="${x}" cy="${y}" r="4" stroke="hsl(${Math.round(at * 2.2)}, 70%, ${30 + 12 * (at % 3)}%)"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="190mm" height="110mm" viewBox="0 0 190 110" fill="none">${circles.join('')}</svg>`;
}
