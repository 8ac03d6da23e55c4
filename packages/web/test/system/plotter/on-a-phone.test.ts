import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { sharedPlotter } from '../../support/plotter.ts';
import { drag, dropAll, tap } from './support.ts';

const drawing = (widthMm: number, heightMm: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${heightMm}mm" viewBox="0 0 60 40" preserveAspectRatio="none" fill="none"><path d="M2 2h56v36h-56z" stroke="#2040c0"/></svg>`;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const number = async (page: Page, name: string) => Number(await field(page, name).inputValue());
const isPlanned = (page: Page) => page.getByText(/Ready to plot\./).waitFor();

/** Finds texts and numbers that do not fit into their boxes. */
const cutOff = `[...document.querySelectorAll('*')]
  .filter((element) => element.checkVisibility() && element.clientWidth > 0)
  .filter((element) => element.matches('input[inputmode]') || getComputedStyle(element).textOverflow === 'ellipsis')
  .filter((element) => element.scrollWidth > element.clientWidth + 1)
  .map((element) => element.className + ': ' + (element.value ?? element.textContent))`;

describe.skipIf(!chromiumProgram.run)('the plotter page on a phone', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  async function openSheet() {
    const page = await browser.open(plotter().url, phone);
    await page.getByText('Connected', { exact: true }).waitFor();
    await dropAll(page, { 'Fern.svg': drawing(120, 80), 'Dot.svg': drawing(120, 80) });
    await field(page, 'Paper').selectOption('a3');
    await page.getByText('Landscape').click();
    await isPlanned(page);
    await page.evaluate('scrollTo(0, 0)');
    return page;
  }

  it('selects, moves, scales and rotates each drawing of a sheet by touch', async () => {
    const page = await openSheet();
    const selected = () => field(page, 'Selected').locator('option:checked').textContent();
    const middleOf = async (selector: string) => {
      const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    };
    const all = ['X, mm', 'Y, mm', 'Width, mm', 'Rotation, °'];
    const values = () => Promise.all(all.map((name) => number(page, name)));
    expect(await selected()).toBe('All (2)');
    await tap(page, await middleOf('polygon.drawing-object >> nth=0'));
    await expect.poll(selected).toBe('Fern');
    const fern = await values();
    await tap(page, await middleOf('polygon.drawing-object'));
    await expect.poll(selected).toBe('Dot');
    const [x, y, width] = (await values()) as [number, number, number, number];

    await drag(page, await middleOf('.drawing-body'), { x: -20, y: 10 });
    await expect.poll(() => number(page, 'Y, mm')).toBeGreaterThan(y + 10);
    expect(await number(page, 'X, mm')).toBeLessThan(x);
    expect(await number(page, 'Width, mm')).toBe(width);

    await drag(page, await middleOf('.drawing-corner >> nth=-1'), { x: -15, y: 10 });
    await expect.poll(() => number(page, 'Width, mm')).toBeGreaterThan(width + 10);
    expect(await number(page, 'Rotation, °')).toBe(0);

    const [knob, body] = [await middleOf('.drawing-knob'), await middleOf('.drawing-body')];
    // A quarter turn about the middle.
    const away = { x: knob.x - body.x, y: knob.y - body.y };
    await drag(page, knob, { x: -away.y - away.x, y: away.x - away.y });
    await expect.poll(() => number(page, 'Rotation, °')).toBeGreaterThan(60);

    // The other drawing stayed in place, and the page did not scroll while a finger moved.
    await tap(page, await middleOf('polygon.drawing-object'));
    await expect.poll(selected).toBe('Fern');
    expect(await values()).toEqual(fern);
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('shows handles completely, and shows time, lines and Plot in every view of a drawing', async () => {
    const page = await openSheet();
    const bed = (await page.locator('.bed-picture').boundingBox())!;
    const grips = page.locator('.drawing-grip');
    expect(await grips.count()).toBe(5);
    for (const grip of await grips.all()) {
      // A finger can touch the wide stroke of the grip, which reaches beyond its box.
      const { x, y, width, height } = (await grip.boundingBox())!;
      const [middleX, middleY, reach] = [x + width / 2, y + height / 2, 18];
      expect(middleX - reach).toBeGreaterThanOrEqual(bed.x);
      expect(middleY - reach).toBeGreaterThanOrEqual(bed.y);
      expect(middleX + reach).toBeLessThanOrEqual(bed.x + bed.width);
      expect(middleY + reach).toBeLessThanOrEqual(bed.y + bed.height);
    }
    const isInWindow = async (text: RegExp) => {
      const box = (await page.locator('.drawing-foot').getByText(text).boundingBox())!;
      return box.y > 0 && box.y + box.height < 844;
    };
    for (const name of ['Place', 'Pens and layers', 'Effects']) {
      await page.locator('.drawing-views').getByText(name, { exact: true }).tap();
      for (const end of ['0', 'document.documentElement.scrollHeight']) {
        await page.evaluate(`scrollTo(0, ${end})`);
        expect(await isInWindow(/to plot$/)).toBe(true);
        expect(await isInWindow(/^2 lines, .*Ready to plot\.$/)).toBe(true);
        expect(await isInWindow(/^Plot$/)).toBe(true);
      }
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(2200);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await obstacles(page)).toEqual([]);
    }
    expect(page.complaints).toEqual([]);
  });

  it('shows names and numbers completely, and shows messages above Plot', async () => {
    const page = await openSheet();
    expect(await page.evaluate(cutOff)).toEqual([]);
    // A window on a computer may be as narrow as a phone.
    const narrow = await browser.openBeside(page, plotter().url);
    await dropAll(narrow, { 'Fern.svg': drawing(120.5, 80) });
    await isPlanned(narrow);
    expect(await narrow.evaluate(cutOff)).toEqual([]);
    await narrow.close();

    for (let round = 0; round < 3; round++) await dropAll(page, { 'song.mp3': 'ID3' });
    const toasts = page.locator('.toast');
    await expect.poll(() => toasts.count()).toBe(3);
    const seen = await toasts.evaluateAll((all) => all.filter((one) => one.checkVisibility()).length);
    expect(seen).toBe(2);
    const [last, foot] = [
      await toasts.last().boundingBox(),
      await page.locator('.drawing-foot').boundingBox(),
    ];
    expect(last!.y + last!.height).toBeLessThanOrEqual(foot!.y);
  });

  it('is not taller with many layers than with few', async () => {
    const page = await openSheet();
    const lines = Array.from(
      { length: 40 },
      (_, at) => `<path d="M5 ${at}h50" stroke="#${(at + 16).toString(16)}2080"/>`,
    );
    await dropAll(page, { 'Rainbow.svg': drawing(120, 80).replace(/<path.*\/>/, lines.join('')) });
    await page.getByText(/^40 lines, /).waitFor();
    await page.locator('.drawing-views').getByText('Pens and layers', { exact: true }).tap();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(2600);
  });

  it('scrolls to a section that was opened', async () => {
    const page = await openSheet();
    await page.locator('.drawing-views').getByText('Pens and layers', { exact: true }).tap();
    const settings = page.getByLabel('Settings of #2040c0');
    await settings.tap();
    const last = page.locator('.layer-settings-fields').getByText('Pause before it');
    const isSeen = async () => {
      const [foot, end] = [await page.locator('.drawing-foot').boundingBox(), await last.boundingBox()];
      const top = (await settings.boundingBox())!.y;
      return end!.y + end!.height <= foot!.y || top < 260;
    };
    await expect.poll(isSeen).toBe(true);
  });
});
