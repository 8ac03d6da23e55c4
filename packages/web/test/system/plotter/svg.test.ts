import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { comparePixels } from '../../../../drawing/test/support/pixel-comparison.ts';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { sharedPlotter, startPlotter } from '../../support/plotter.ts';
import { simulatedPlotter } from '../../support/simulated-plotter.ts';
import { drop, plotOnSameSheet, seldom, showSettings } from './support.ts';

const sheetMm = { width: 130, height: 90 };

/** Two layers without symmetry, in an order that no planner would choose. */
const body = `
  <g inkscape:groupmode="layer" inkscape:label="Outlines" stroke="#2040c0">
    <path d="M4 4h40v22z"/><circle cx="14" cy="28" r="8"/><path d="M50 4c8 4-8 20 6 32"/>
    ${[0, 5, 1, 6, 2, 7, 3, 8, 4].map((at) => `<path d="M${26 + at * 3} 29v${3 + at}"/>`).join('')}
  </g>
  <g inkscape:groupmode="layer" inkscape:label="Shading" stroke="#c02020">
    ${[0, 4, 1, 5, 2, 6, 3].map((at) => `<path d="M${8 + at * 4} ${10 + at * 2}l3 -4"/>`).join('')}
  </g>`;
const svgOf = (size: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${size} viewBox="0 0 60 40" fill="none" stroke-width="0.3">${body}</svg>`;

const coloursIn = (page: Page, selector: string, isBlue: string, isRed: string) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector(${JSON.stringify(selector)});
    if (!canvas || canvas.width === 0) return [];
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const seen = { blue: 0, red: 0 };
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] < 200) continue;
      const [red, blue] = [data[at], data[at + 2]];
      if (${isBlue}) seen.blue++;
      if (${isRed}) seen.red++;
    }
    return Object.keys(seen).filter((name) => seen[name] > 20);
  })()`) as Promise<string[]>;

const coloursOn = (page: Page) =>
  coloursIn(page, '.drawing-strokes', 'blue > 150 && red < 80', 'red > 150 && blue < 80');

/** Returns the colours of the planned lines, which are pale on a sheet that is nearly white. */
const palest = (page: Page) => coloursIn(page, '.bed-planned', 'blue > red + 30', 'red > blue + 30');
const inked = (page: Page) => coloursIn(page, '.bed-done', 'blue > red + 30', 'red > blue + 30');

/** Spreads two fingers, one of them on an element. */
async function spread(page: Page, selector: string): Promise<void> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
  const [left, top] = [x + width / 2, y + height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...places: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: places.map(([x, y], id) => ({ x, y, id })),
    });
  await touch('touchStart', [left, top]);
  await touch('touchStart', [left, top], [left + 30, top + 30]);
  await touch('touchMove', [left - 40, top], [left + 70, top + 60]);
  await touch('touchEnd');
}

/** Returns the box around the lines of the file according to Chromium. */
const inkBox = (page: Page) =>
  page.evaluate(`(() => {
    const frame = document.createElement('div');
    frame.innerHTML = ${JSON.stringify(svgOf('width="60" height="40"'))};
    document.body.append(frame);
    const { x, y, width, height } = frame.firstChild.getBBox();
    frame.remove();
    return { x, y, width, height };
  })()`) as Promise<{ x: number; y: number; width: number; height: number }>;

describe.skipIf(!chromiumProgram.run)('an SVG on the plotter page', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });
  const shared = sharedPage(() => plotter().url);

  it('is shown, moved, scaled and rotated, and plotted as shown', async () => {
    const simulated = await simulatedPlotter(1000);
    const { url, client } = await startPlotter({
      PLOTTER_SERIAL_PATH: simulated.path,
      PLOTTER_DRIVER: 'stationery',
    });
    const size = { widthMm: sheetMm.width, heightMm: sheetMm.height };
    await client.setMachine({ ...(await client.machine()), size });
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(page.asked.filter((asked) => /plan-worker|place-drawing/.test(asked))).toEqual([]);

    await drop(page, 'Fern.svg', svgOf('width="60mm" height="40mm"'));
    await expect.poll(() => coloursOn(page), seldom).toEqual(['blue', 'red']);
    await page.getByRole('img', { name: /Fern, not plotted yet/ }).waitFor();
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    // The paper is the page of the file until the user chooses a different one.
    expect(await field('Paper').inputValue()).toBe('page');
    await field('Paper').selectOption('machine');

    await page.getByRole('button', { name: 'Rotate right' }).click();
    const drag = async (selector: string, dx: number, dy: number) => {
      const box = (await page.locator(selector).first().boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y + dy, { steps: 3 });
      await page.mouse.up();
    };
    await drag('.drawing-corner >> nth=1', 15, 15);
    await drag('.drawing-body', -60, 5);
    const numbers = async (name: string) => Number(await field(name).inputValue());
    // The fields describe the drawn lines, which are rotated by 90° about the middle of the page.
    const drawn = await inkBox(page);
    const scale = (await numbers('Scale, %')) / 100;
    const lies = {
      scale,
      x: (await numbers('X, mm')) + (drawn.y + drawn.height - 20) * scale,
      y: (await numbers('Y, mm')) + (30 - drawn.x) * scale,
    };
    await field('Rotation, °').fill('100');
    expect(await numbers('Width, mm')).toBeGreaterThan(drawn.height * scale);
    expect(lies.scale).toBeGreaterThan(1.02);
    expect(lies.x).toBeLessThan(sheetMm.width / 2 - 5);

    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    const [before, after] = await page
      .locator('.drawing-figure', { hasText: 'Pen-up travel' })
      .evaluate((row: { textContent: string }) =>
        [...row.textContent.matchAll(/([\d.]+) (m+)/g)].map((m) => Number(m[1]) * (m[2] === 'm' ? 1000 : 1)),
      );
    expect(after).toBeLessThan(before! * 0.8);
    expect(await obstacles(page)).toEqual([]);

    await page.getByRole('button', { name: 'Plot', exact: true }).click();
    await page.getByRole('heading', { name: /pen 1 of 2: Outlines/ }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: /pen 2 of 2: Shading/ }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('listitem').filter({ hasText: '“Fern”' }).getByText('Done').waitFor();

    const placed = `translate(${lies.x} ${lies.y}) rotate(100) scale(${lies.scale}) translate(-30 -20)`;
    const { width, height } = sheetMm;
    const head = `width="${width}mm" height="${height}mm"`;
    const comparison = await comparePixels(await browser.open('about:blank'), {
      theirs: `<svg xmlns="http://www.w3.org/2000/svg" ${head} viewBox="0 0 ${width} ${height}"><g transform="${placed}">${svgOf('width="60" height="40"')}</g></svg>`,
      ours: (await simulated.picture()).replace(
        /width="\S+" height="\S+" viewBox="[^"]+"/,
        `${head} viewBox="0 0 ${width * 80} ${height * 80}"`,
      ),
      sizeMm: sheetMm,
      wantsPicture: false,
    });
    expect(comparison.drawn).toBeGreaterThan(5000);
    expect(comparison.missing).toBeLessThan(0.005);
    expect(comparison.extra).toBeLessThan(0.005);
    expect(page.complaints).toEqual([]);
    expect(page.asked.filter((asked) => !asked.startsWith(url) && !asked.startsWith('blob:'))).toEqual([]);
  });

  it('is plotted in the chosen layers, order and pens', async () => {
    const { url, client } = plotter();
    const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const, hasTouch: true };
    const page = await browser.open(url, phone);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Layers.svg', svgOf('width="60mm" height="40mm"'));
    await spread(page, '.drawing-body');
    // The bed is zoomed in, and the drawing below a finger has not moved.
    await page.getByRole('button', { name: 'Fit', exact: true }).click();
    expect(await page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
    await showSettings(page, 'Pens and layers');
    await page.getByRole('button', { name: 'Plot Shading earlier' }).click();
    await showSettings(page, 'Place');
    await page.getByLabel('Paper', { exact: true }).selectOption('a5');
    await page.getByText('Landscape').click();
    await page.getByRole('button', { name: 'Fit to paper' }).click();
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.getByLabel('Margin, mm').fill('200');
    await page.getByText('The margins leave no room').waitFor();
    await page.getByLabel('Margin, mm').fill('10');
    await showSettings(page, 'Pens and layers');
    await page.getByRole('checkbox', { name: 'Draw overlapping lines once' }).uncheck();
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await page.getByRole('checkbox', { name: 'Outlines' }).uncheck();
    await page.getByText(/one pen\. Ready to plot\./).waitFor();
    await page.getByRole('checkbox', { name: 'Shading' }).uncheck();
    await page.getByText('No layer is selected.').waitFor();
    expect(await page.getByRole('button', { name: 'Plot', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'Outlines' }).check();
    await page.getByRole('checkbox', { name: 'Shading' }).check();
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await plotOnSameSheet(page);
    await page.getByRole('heading', { name: /pen 1 of 2: Shading/ }).waitFor();
    const { job } = await client.status();
    expect(job).toMatchObject({ name: 'Layers' });
    await client.jobs.cancel(job!.id);
    const moves = [...(await client.jobs.commands(job!.id)).matchAll(/X(\d+) Y(\d+)/g)];
    const xs = moves.map(([, x]) => Number(x) / 80);
    // A5 is 210 mm wide in landscape. The drawing is 54 × 32 mm, so it fills the height of the paper.
    expect(Math.max(...xs)).toBeGreaterThan(180);
    expect(Math.max(...xs)).toBeLessThan(200.1);
  });

  it('is refused with a message if it cannot be plotted, and can be cancelled if reading takes long', async () => {
    const page = await shared();
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'torn.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0');
    await page
      .getByRole('alert')
      .filter({ hasText: /not|end/i })
      .waitFor();
    await drop(page, 'blank.svg', svgOf('width="60mm" height="40mm"').replace(/<g.*<\/g>/s, ''));
    await page.getByText('There are no lines to plot in this file.').waitFor();

    const scattered = (at: number, side: number) => (((Math.sin(at) * 43_758) % 1) + 1) * 0.5 * side;
    const lines = Array.from(
      { length: 6000 },
      (_, at) => `M${scattered(at, 58)} ${scattered(at + 0.5, 38)}l.5 .5`,
    );
    const many = svgOf('width="60mm" height="40mm"').replace(
      /<g.*<\/g>/s,
      `<path stroke="#000" d="${lines.join('')}"/>`,
    );
    await drop(page, 'many.svg', many);
    await page.getByRole('button', { name: 'Stop optimising' }).click();
    await page.getByText(/one pen\. Ready to plot\./).waitFor();

    // The drawing stays until a different one is opened that can be drawn.
    await drop(page, 'torn.svg', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0');
    await page.getByText(/“torn” cannot be used\. .*“many” stays on the bed\./).waitFor();
    await drop(page, 'photo.svg', 'GIF89a');
    await page.getByText('“photo.svg” is a GIF picture, not an SVG').waitFor();
    await drop(page, 'letter.txt', 'Dear plotter,');
    await page.getByText(/“letter.txt” is neither .* “many” stays on the bed\./).waitFor();
    await page.getByRole('img', { name: /many, not plotted yet/ }).waitFor();
    await page.getByText(/one pen\. Ready to plot\./).waitFor();
    await drop(page, 'Fern.svg', svgOf('width="60mm" height="40mm"'));
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await page.getByRole('img', { name: /Fern, not plotted yet/ }).waitFor();

    // Losses on the paper are shown beside the button without a click.
    expect(await page.locator('.drawing-losses').count()).toBe(0);
    await page.getByLabel('X, mm', { exact: true }).fill('-10');
    await page.getByText(/^\d+ lines are cut off at the edge of the paper/).waitFor();
    await page.getByText(/Ready to plot\. \d+ lines are cut off\.$/).waitFor();
    await drop(page, 'Poster.svg', svgOf('width="1200mm" height="800mm"'));
    await page.getByText(/^Scaled to 3\d % to fit the paper$/).waitFor();
    expect(await page.locator('.drawing-losses li').count()).toBe(1);
    expect(await obstacles(page)).toEqual([]);
    await page.getByLabel('Scale, %', { exact: true }).fill('30');
    await expect.poll(() => page.locator('.drawing-losses').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Drawing', exact: true }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('is zoomed, moved by keys, placed on paper elsewhere on the bed, and visible during plotting', async () => {
    const { url, client } = plotter();
    const page = await shared();
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Twice.svg', svgOf('width="60mm" height="40mm"'));
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const left = async () => Number(await field('X, mm').inputValue());
    const corner = async (at: number) => {
      const { x, y, width, height } = (await page.locator(`.drawing-corner >> nth=${at}`).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const frame = async () => {
      const [{ x, y }, end] = [await corner(0), await corner(2)];
      return { x, y, width: end.x - x, middle: { x: (x + end.x) / 2, y: (y + end.y) / 2 } };
    };
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await field('Paper').selectOption('custom');
    expect([
      await field('Paper width, mm').inputValue(),
      await field('Paper height, mm').inputValue(),
    ]).toEqual(['60', '40']);
    await field('Paper').selectOption('machine');
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();

    const [small, from] = [await frame(), await left()];
    // Wheel events have whole pixels.
    const pointer = { x: Math.round(small.middle.x + 10), y: Math.round(small.middle.y + 10) };
    await page.mouse.move(pointer.x, pointer.y);
    await page.mouse.wheel(0, -700);
    await expect.poll(async () => (await frame()).width).toBeGreaterThan(small.width * 3);
    const large = await frame();
    // The point under the pointer stays in place. The frame of a small drawing is larger than the drawing,
    // but has the same centre.
    expect(large.middle.x).toBeCloseTo(pointer.x + (small.middle.x - pointer.x) * 4, 0);
    expect(large.middle.y).toBeCloseTo(pointer.y + (small.middle.y - pointer.y) * 4, 0);
    const empty = { x: large.x + 100, y: large.y - 60 };
    await page.mouse.move(empty.x, empty.y);
    await page.mouse.down();
    await page.mouse.move(empty.x + 40, empty.y + 10, { steps: 2 });
    await page.mouse.up();
    await expect.poll(async () => (await frame()).x - large.x).toBeCloseTo(40, 0);
    expect(await left()).toBe(from);

    await page.locator('.bed-drawing').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(left).toBeCloseTo(from + 11, 5);
    await page.keyboard.press('Control+z');
    await expect.poll(left).toBeCloseTo(from, 5);
    // The arrow keys move the drawing, wherever the focus is, and the machine does not move.
    const before = await client.status();
    await page.getByRole('button', { name: 'Rotate right' }).click();
    await page.getByRole('button', { name: 'Rotate left' }).click();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(left).toBeCloseTo(from + 10, 5);
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(left).toBeCloseTo(from, 5);
    await page.keyboard.press('ArrowRight');
    await page.getByText('While a drawing is being placed, keys do not move the pen.').waitFor();
    expect((await client.status()).position).toEqual(before.position);
    expect(page.asked.filter((asked) => asked.endsWith('/command'))).toEqual([]);
    await page.evaluate('scrollTo(0, 0)');
    await page.keyboard.press('0');
    await expect.poll(async () => (await frame()).width).toBeCloseTo(small.width, 0);

    await field('Paper').selectOption('a5');
    await field('Paper Y, mm').fill('20');
    const tab = (await page.locator('.drawing-tab').boundingBox())!;
    const grip = { x: tab.x + tab.width / 2, y: tab.y + tab.height / 2 };
    await page.mouse.move(grip.x, grip.y);
    await page.mouse.down();
    await page.mouse.move(grip.x + 60, grip.y, { steps: 3 });
    await page.mouse.up();
    const paperLeft = Number(await field('Paper X, mm').inputValue());
    expect(paperLeft).toBeGreaterThan(10);
    expect(await field('Paper Y, mm').inputValue()).toBe('20');
    await field('Width, mm').fill('108');
    await field('X, mm').fill('30');
    await field('Y, mm').fill('15');
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await plotOnSameSheet(page);
    await page.getByRole('heading', { name: /pen 1 of 2: Outlines/ }).waitFor();
    await page.getByText('“Twice” asks for the first pen.').waitFor();
    const { job } = await client.status();
    const draws = [...(await client.jobs.commands(job!.id)).matchAll(/X(\d+) Y(\d+)/g)].slice(0, -1);
    const xs = draws.map(([, x]) => Number(x) / 80).filter((x) => x > 0);
    const ys = draws.map(([, , y]) => Number(y) / 80).filter((y) => y > 0);
    expect(Math.min(...xs)).toBeCloseTo(paperLeft + 30, 1);
    expect(Math.max(...xs)).toBeCloseTo(paperLeft + 138, 1);
    expect(Math.min(...ys)).toBeCloseTo(20 + 15, 1);

    // The whole plan is visible in its colours before it is drawn, and another drawing can be placed beside
    // it.
    await expect.poll(() => palest(page), seldom).toEqual(['blue', 'red']);
    await drop(page, 'Next.svg', svgOf('width="60mm" height="40mm"'));
    await page.getByRole('img', { name: /Next, not plotted yet\. “Twice”, 0 % plotted/ }).waitFor();
    await expect.poll(() => coloursOn(page), seldom).toEqual(['blue', 'red']);
    await expect.poll(() => palest(page), seldom).toEqual(['blue', 'red']);
    // The sheet stays where it was for the previous drawing.
    expect(await field('Paper').inputValue()).toBe('a5');
    expect(Number(await field('Paper X, mm').inputValue())).toBe(paperLeft);

    // A page that is opened during the job shows finished and remaining strokes.
    await client.jobs.resume(job!.id);
    await page.getByRole('heading', { name: /pen 2 of 2: Shading/ }).waitFor();
    expect(await page.getByText('asks for the first pen.').count()).toBe(0);
    const other = await browser.open(url);
    await expect.poll(() => inked(other), seldom).toEqual(['blue']);
    await expect.poll(() => palest(other), seldom).toContain('red');
    const pens = other.getByRole('list', { name: 'Pens of “Twice”' });
    await expect.poll(() => pens.getByRole('listitem').allTextContents()).toEqual([' Outlines', ' Shading']);
    expect(await pens.getByRole('img', { name: '#c02020' }).count()).toBe(1);
    await client.jobs.cancel(job!.id);
    expect(page.complaints).toEqual([]);
  });
});
