import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breakableLine } from '../support/breakable-line.ts';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { sharedPlotter, uprightLines } from '../support/plotter.ts';
import { drop } from './support.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="60mm" height="40mm" viewBox="0 0 60 40" fill="none">
  <g inkscape:groupmode="layer" inkscape:label="Outlines" stroke="#2040c0"><path d="M4 4h40v22z"/></g>
  <g inkscape:groupmode="layer" inkscape:label="Shading" stroke="#c02020"><path d="M8 10l3 -4M12 12l3 -4"/></g>
</svg>`;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const isPlanned = (page: Page) => page.getByText(/Ready to plot\./).waitFor();

/** All that somebody can have chosen for a drawing. */
async function choices(page: Page) {
  const names = ['From left, mm', 'From top, mm', 'Turned, °', 'Size, %', 'Paper', 'Margin, mm', 'Pens'];
  const values = await Promise.all(names.map((name) => field(page, name).inputValue()));
  const layers = await page.locator('.drawing-layer-words').allTextContents();
  return { values, layers, isOn: await page.getByRole('checkbox', { name: 'Outlines' }).isChecked() };
}

describe.skipIf(!chromiumProgram.run)('the desk of the plotter page', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

  it('brings a drawing back as it lay after a reload, and after it was plotted, until somebody puts it away', async () => {
    const { url } = plotter();
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await field(page, 'Paper').selectOption('a5');
    await field(page, 'Turned, °').fill('30');
    await field(page, 'From left, mm').fill('12');
    await field(page, 'Size, %').fill('80');
    await button(page, 'Draw Shading earlier').click();
    await field(page, 'Pens').selectOption('one');
    await page.getByRole('checkbox', { name: 'Outlines' }).uncheck();
    const chosen = await choices(page);
    expect(chosen).toMatchObject({ layers: ['Shading', 'Outlines'], isOn: false });
    await page.reload();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);

    // Another tab has a desk of its own; what lies elsewhere it takes only if it is told to.
    const other = await page.context().newPage();
    await other.goto(url);
    await button(other, 'Place “Fern” again').waitFor();
    await drop(other, 'Moss.svg', svg);
    await isPlanned(other);
    await page.reload();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);
    await button(other, 'Put it away').click();
    await other.close();

    await button(page, 'Plot it').click();
    await button(page, 'Place “Fern” again').waitFor();
    await page.reload();
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);

    await button(page, 'Put it away').click();
    await button(page, 'Put it back').click();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);
    await button(page, 'Put it away').click();
    await page.reload();
    await button(page, 'Open …').waitFor();
    expect(await button(page, 'Place “Fern” again').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Drawing', exact: true }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('places and plots where the browser keeps nothing', async () => {
    const page = await browser.open('about:blank');
    await page.addInitScript(
      `Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } })`,
    );
    await page.goto(plotter().url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await field(page, 'Pens').selectOption('one');
    await isPlanned(page);
    await button(page, 'Plot it').click();
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    expect(await field(page, 'Pens').inputValue()).toBe('one');
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Drawing', exact: true }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('takes changes back and does them again, by keys and by buttons', async () => {
    const page = await browser.open(plotter().url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    const turned = () => field(page, 'Turned, °').inputValue();
    expect(await button(page, 'Do again what was taken back').isDisabled()).toBe(true);
    await button(page, 'Turn right').click();
    await button(page, 'Fill the paper').click();
    await button(page, 'Turn right').click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(turned).toBe('0');
    await page.keyboard.press('Control+y');
    await expect.poll(turned).toBe('90');
    await page.keyboard.press('Control+Shift+z');
    await button(page, 'Do again what was taken back').click();
    await expect.poll(turned).toBe('180');
    expect(await button(page, 'Do again what was taken back').isDisabled()).toBe(true);
    await button(page, 'Take back the last change').click();
    await button(page, 'Turn left').click();
    await expect.poll(turned).toBe('0');
    expect(await button(page, 'Do again what was taken back').isDisabled()).toBe(true);
  });

  it('holds what changes while the lists are read again for newer than they are', async () => {
    const { url, client } = plotter();
    await client.queueJob({ script: uprightLines(1), name: 'Before' });
    const job = await client.queueJob({
      script: uprightLines(2),
      name: 'Short',
      pauses: [{ before: 1, reason: 'Wait' }],
    });
    const line = await breakableLine(url);
    const page = await browser.open(line.url);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '“Short”' }) });
    await row.getByText('Paused').waitFor();
    const read = { count: 0, answer: () => {} };
    const answered = new Promise<void>((resolve) => {
      read.answer = resolve;
    });
    await page.route(/\/api\/plotter\/(machine|jobs\?.*)$/, async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const response = await route.fetch();
      const body = (await response.text()).replace('"Before"', '"As it was read"');
      read.count += 1;
      await answered;
      await route.fulfill({ response, body });
    });
    // As after a restart of the service: it tells all anew.
    await page.route('**/api/plotter/events', (route) => {
      const { 'last-event-id': _, ...headers } = route.request().headers();
      return route.continue({ headers });
    });
    line.cut();
    await page.getByText('No connection. Its state is not known.').waitFor();
    line.mend();
    await expect.poll(() => read.count).toBe(2);
    await client.jobs.resume(job.id);
    await row.getByText('Done').waitFor();
    await button(page, 'Machine …').click();
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    read.answer();
    await page.getByRole('heading', { name: '“As it was read”' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Renamed' }).count()).toBe(1);
    expect(await row.getByText('Done').count()).toBe(1);
  });
});
