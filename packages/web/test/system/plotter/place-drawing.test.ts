import { readFile } from 'node:fs/promises';
import { createPlotterSetup } from '@stationery/client/setup';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dxfOf, entity } from '../../../../drawing/test/support/dxf-of.ts';
import { breakableLine } from '../../support/breakable-line.ts';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { sharedPlotter, uprightLines } from '../../support/plotter.ts';
import { drop, dropAll, openMachineSettings, plotOnSameSheet, showSettings } from './support.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="60mm" height="40mm" viewBox="0 0 60 40" fill="none">
  <g inkscape:groupmode="layer" inkscape:label="Outlines" stroke="#2040c0"><path d="M4 4h40v22z"/></g>
  <g inkscape:groupmode="layer" inkscape:label="Shading" stroke="#c02020"><path d="M8 10l3 -4M12 12l3 -4"/></g>
</svg>`;

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const resume = (page: Page) => page.locator('.front-job').getByRole('button', { name: 'Resume' }).click();
/** Returns whether a picture contains more than its background. */
const hasInk = (page: Page, picture: string) =>
  page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context.drawImage(document.querySelector('${picture}'), 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 64);
  })()`);

const isPlanned = (page: Page) => page.getByText(/Ready to plot\./).waitFor();

const inkedPixelsOf = (page: Page, canvas: string) =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('${canvas}');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let inked = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 100) inked++;
    return inked;
  })()`) as Promise<number>;

/** Returns all settings of a drawing as the page shows them. */
async function choices(page: Page) {
  const names = ['X, mm', 'Y, mm', 'Rotation, °', 'Scale, %', 'Paper', 'Margin, mm', 'Pens'];
  const values = await Promise.all(names.map((name) => field(page, name).inputValue()));
  const layers = await page.locator('.drawing-layer-words').allTextContents();
  const outlines = page.getByRole('checkbox', { name: 'Outlines', includeHidden: true });
  return { values, layers, isOn: await outlines.isChecked() };
}

describe.skipIf(!chromiumProgram.run)('the plotter page (drawings on the bed)', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });
  const shared = sharedPage(() => plotter().url);

  /** Clears the bed, so that the next drawing gets the paper of its own file. */
  async function openEmpty() {
    const page = await shared();
    await page.getByText('Connected', { exact: true }).waitFor();
    if (await button(page, 'Remove').isVisible()) {
      await showSettings(page, 'Place');
      await field(page, 'Paper').selectOption('page');
      await button(page, 'Remove').click();
      await page.getByRole('heading', { name: 'Drawing', exact: true }).waitFor({ state: 'detached' });
    }
    return page;
  }

  it('puts text on an empty bed, and beside a drawing', async () => {
    const page = await openEmpty();
    const write = async (open: string, text: string, font: string) => {
      await button(page, open).click();
      await field(page, 'Lines of text').fill(text);
      await field(page, 'Font').selectOption(font);
      await expect.poll(() => field(page, 'Font').inputValue()).toBe(font);
      await page.getByAltText('Preview of the text').waitFor();
      await expect.poll(() => hasInk(page, '.text-preview')).toBe(true);
      await button(page, 'Add to sheet').click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await isPlanned(page);
    };
    await write('Add text', 'Hi', 'built-in');
    await write('Add text', 'Mia\n& Leo', 'script');
    await expect
      .poll(() =>
        page
          .locator('.drawing')
          .getByText(/Mia & Leo/)
          .count(),
      )
      .toBeGreaterThan(0);
  });

  it('offers a sample drawing with two pens and a fill, and a test card', async () => {
    const page = await openEmpty();
    await button(page, 'Try a sample').click();
    await isPlanned(page);
    await page.getByText(/lines, .*, 2 pens/).waitFor();
    const lines = () => page.getByText(/^\d+ lines, /).textContent();
    const outlined = await lines();
    await page.getByText('1 shape is filled.').waitFor();
    await button(page, 'Hatch').click();
    await expect.poll(lines).not.toBe(outlined);
    await page.getByText('1 shape is filled.').waitFor({ state: 'detached' });
    await button(page, 'Menu').click();
    await page.getByRole('menuitem', { name: 'Test card' }).click();
    await page.getByText('Test card, not plotted yet').waitFor();
  });

  it('offers to use fewer pens for a drawing with many colours', async () => {
    const page = await openEmpty();
    const lines = Array.from(
      { length: 20 },
      (_, at) => `<path d="M5 ${5 + at}h40" stroke="#${(at * 12).toString(16).padStart(2, '0')}0000"/>`,
    );
    await drop(page, 'Rainbow.svg', svg.replace(/<g.*<\/g>/s, lines.join('')));
    await page.getByText('20 pens are a lot.').waitFor();
    await button(page, 'Edit pens').first().click();
    await page.getByRole('dialog', { name: 'My pens' }).getByText('No pens of your own').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Use one pen').click();
    await page.getByText(/^20 lines, .*, one pen/).waitFor();
    expect(await button(page, 'Use one pen').count()).toBe(0);
  });

  it('keeps a drawing and its placement after a reload and after plotting, until the drawing is removed', async () => {
    const { url, client } = plotter();
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await field(page, 'Paper').selectOption('a5');
    await field(page, 'Rotation, °').fill('30');
    await field(page, 'X, mm').fill('12');
    await field(page, 'Scale, %').fill('80');
    await showSettings(page, 'Pens and layers');
    await button(page, 'Plot Shading earlier').click();
    await field(page, 'Pens').selectOption('one');
    await page.getByRole('checkbox', { name: 'Outlines' }).uncheck();
    const chosen = await choices(page);
    expect(chosen).toMatchObject({ layers: ['Shading', 'Outlines'], isOn: false });
    await page.reload();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);

    // A second tab has its own drawing, and takes the drawing of the first tab only on request.
    const other = await page.context().newPage();
    await other.goto(url);
    await button(other, 'Continue with “Fern”').waitFor();
    await drop(other, 'Moss.svg', svg);
    await isPlanned(other);
    await page.reload();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);
    await button(other, 'Remove').click();
    await other.close();

    await plotOnSameSheet(page);
    await button(page, 'Place “Fern” again').waitFor();
    await page.reload();
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);

    // While the bed shows a different job, the button to place the drawing again is hidden. “Place again” in the menu
    // of the drawing's own job restores the file and its placement.
    const painted = () => inkedPixelsOf(page, '.bed-planned');
    const withPaper = await painted();
    await plotOnSameSheet(page);
    await button(page, 'Place “Fern” again').waitFor();
    // The plotted drawing is shown on its paper, not on the whole bed.
    await expect.poll(painted).toBeGreaterThan(0.9 * withPaper);
    await expect.poll(painted).toBeLessThan(1.1 * withPaper);
    const lines = await client.queueJob({ script: uprightLines(1), name: 'Lines' });
    await client.jobs.wait(lines.id);
    await page.locator('.bed').getByText('“Lines”').waitFor();
    expect(await button(page, 'Place “Fern” again').count()).toBe(0);
    await button(page, 'More for “Fern”').first().click();
    await page.getByRole('menuitem', { name: 'Place again' }).click();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);

    await button(page, 'Remove').click();
    await button(page, 'Undo').click();
    await isPlanned(page);
    expect(await choices(page)).toEqual(chosen);
    await button(page, 'Remove').click();
    await page.reload();
    await button(page, 'Open …').waitFor();
    expect(await button(page, 'Place “Fern” again').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Drawing', exact: true }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('works even if the browser has no storage', async () => {
    const page = await browser.open('about:blank');
    await page.addInitScript(
      `for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } })`,
    );
    await page.goto(plotter().url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await showSettings(page, 'Pens and layers');
    await field(page, 'Pens').selectOption('one');
    await isPlanned(page);
    await plotOnSameSheet(page);
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    expect(await field(page, 'Pens').inputValue()).toBe('one');
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    expect(await page.getByRole('heading', { name: 'Drawing', exact: true }).count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('asks for a new sheet and the first pen in one dialog, and asks before it cancels a job', async () => {
    const { client } = plotter();
    const script = `${uprightLines(30)}\n${uprightLines(30)}`;
    const long = await client.queueJob({ script, name: 'Long', pauses: [{ before: 238, reason: 'Rest' }] });
    expect(long.estimatedMs).toBeGreaterThan(80_000);
    const page = await openEmpty();
    await page.getByRole('heading', { name: 'Rest' }).waitFor();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    const ask = page.getByRole('checkbox', { name: 'Ask for a new sheet first' }).first();
    expect(await ask.isChecked()).toBe(true);
    await ask.uncheck();
    await page.getByText('It will be plotted on the sheet that is on the bed.').waitFor();
    await ask.check();
    // Earlier drawings on the sheet are pale and named in the legend.
    const legend = () => page.locator('.bed-legend li').allTextContents();
    expect((await legend()).slice(0, 3)).toEqual(['new drawing', '“Long”', 'pen up']);
    const opacity = () => page.evaluate(`getComputedStyle(document.querySelector('.bed-done')).opacity`);
    expect(await opacity()).toBe('0.4');
    expect(await button(page, 'Plot').count()).toBe(0);
    await button(page, 'Add to queue').click();
    await page.getByText('“Fern” is queued. It will ask for a new sheet.').waitFor();
    expect((await legend()).slice(0, 2)).toEqual(['planned', 'done']);
    expect(await opacity()).toBe('1');

    await button(page, 'Cancel').click();
    const question = page.getByRole('dialog', { name: 'Cancel “Long”?' });
    expect(await question.textContent()).toMatch(/98 % of it is plotted, about \d min/);
    expect(await obstacles(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep the job' }).click();
    await button(page, 'Cancel').click();
    expect((await client.jobs.get(long.id)).state.state).toBe('paused');
    await question.getByRole('button', { name: 'Cancel the job' }).click();

    await page
      .getByRole('heading', { name: /^Put a new sheet on the bed\. Put in pen 1 of 2: Outlines/ })
      .waitFor();
    expect((await client.jobs.get(long.id)).state.state).toBe('cancelled');
    const fern = (await client.status()).job!;
    await resume(page);
    await page.getByRole('heading', { name: /^Put in pen 2 of 2: Shading/ }).waitFor();
    expect(await page.locator('.front-job [aria-current=step]').textContent()).toContain('Shading');
    await button(page, 'Cancel').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click();
    await page.locator('.front-job').waitFor({ state: 'detached' });
    expect((await client.jobs.get(fern.id)).state.state).toBe('cancelled');

    await drop(page, 'lines.txt', uprightLines(2));
    const asked = page.getByRole('checkbox', { name: 'Ask for a new sheet first' });
    expect(await asked.isChecked()).toBe(false);
    await asked.check();
    await button(page, 'Plot').click();
    await page.getByText('“lines” asks for a new sheet.').waitFor();
    await page.getByRole('heading', { name: 'Put a new sheet on the bed', exact: true }).waitFor();
    await resume(page);
    await page.locator('.front-job').waitFor({ state: 'detached' });

    // With a single drawing on the bed, there is no legend.
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    expect((await legend())[1]).toBe('pen up');
    await button(page, 'Plot').waitFor();
    await button(page, 'Remove').click();

    // A question about a job that has ended disappears and does not return.
    const { id } = await client.jobs.rerun(long.id);
    await page.getByRole('heading', { name: 'Rest' }).waitFor();
    await button(page, 'Cancel').click();
    await question.waitFor();
    await client.jobs.cancel(id);
    await question.waitFor({ state: 'hidden' });
    await client.jobs.remove(id);
    await client.jobs.remove(long.id);
    await expect.poll(() => page.locator('.job', { hasText: '“Long”' }).count()).toBe(0);
    expect(await question.count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('leaves out white lines unless the user chooses them, and undoes and redoes by keys and buttons', async () => {
    const page = await openEmpty();
    const white = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">
      <rect width="60" height="40" fill="white"/><path d="M10 10h30v20z" fill="none" stroke="#123456"/></svg>`;
    await drop(page, 'Fern.svg', white);
    await page.getByText(/one pen\. Ready to plot\./).waitFor();
    await page.getByText('“#ffffff” is white, so it is off.').waitFor();
    const width = () => field(page, 'Width, mm').inputValue();
    const back = button(page, 'Undo');
    const forth = button(page, 'Redo');
    // The page shows the size of the drawn lines.
    await expect.poll(width).toBe('30');
    await showSettings(page, 'Pens and layers');
    await page.getByRole('checkbox', { name: '#ffffff' }).check();
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await expect.poll(width).toBe('60');
    await expect.poll(() => page.getByText('so it is off').count()).toBe(0);

    expect(await forth.isDisabled()).toBe(true);
    await showSettings(page, 'Place');
    await button(page, 'Rotate right').click();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(width).toBe('30');
    await page.keyboard.press('Control+y');
    await expect.poll(width).toBe('60');
    await page.keyboard.press('Control+Shift+z');
    await expect.poll(width).toBe('40');
    await expect.poll(() => forth.isDisabled()).toBe(true);
    await back.click();
    await forth.click();
    await back.click();
    await expect.poll(width).toBe('60');
    await button(page, 'Rotate left').click();
    await expect.poll(() => forth.isDisabled()).toBe(true);

    // For white ink, the paper can be dark.
    await drop(page, 'Snow.svg', white.replace('#123456', '#fefefe'));
    await showSettings(page, 'Pens and layers');
    await page.getByRole('checkbox', { name: '#fefefe' }).waitFor();
    const checked = page.getByRole('checkbox', { name: /#f/, checked: true });
    await expect.poll(() => checked.count()).toBe(2);
  });

  it('chooses the orientation of the paper from the drawing until the user changes it, and restores a replaced drawing', async () => {
    const page = await browser.open(plotter().url);
    const [wide, high] = ['width="250mm" height="150mm"', 'width="150mm" height="250mm"'].map(
      (size) => `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path d="M1 1h9v9z"/></svg>`,
    ) as [string, string];
    const portrait = page.getByRole('radio', { name: 'Portrait' });
    const next = async (name: string, text: string) => {
      await drop(page, `${name}.svg`, text);
      await page.getByRole('img', { name: new RegExp(`${name}, not plotted yet`) }).waitFor();
      await isPlanned(page);
    };
    await next('High', high);
    await field(page, 'Paper').selectOption('a4');
    expect(await portrait.isChecked()).toBe(true);
    await field(page, 'X, mm').fill('33');
    await next('Wide', wide);
    expect(await portrait.isChecked()).toBe(false);
    expect(await page.getByText('Scaled to').count()).toBe(0);

    await page.getByText('“High” was replaced by “Wide”.').waitFor();
    await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => field(page, 'X, mm').inputValue()).toBe('33');
    await page.getByText('Landscape').click();
    await next('Higher', high);
    expect(await portrait.isChecked()).toBe(false);

    // Invalid input is reported and not kept as if it were valid.
    const width = field(page, 'Width, mm');
    for (const wrong of ['0', '-5']) {
      await width.fill(wrong);
      expect(await width.getAttribute('aria-invalid')).toBe('false');
      await width.press('Enter');
      await page.getByRole('alert').getByText('At least 0.1.').waitFor();
      expect(await width.getAttribute('aria-invalid')).toBe('true');
    }
    await width.fill('5');
    await width.press('Enter');
    expect(await width.getAttribute('aria-invalid')).toBe('false');
    expect(page.complaints).toEqual([]);
  });

  it('hatches fills, shows the hatching, and plots the same lines as the service', async () => {
    const { client } = plotter();
    const page = await openEmpty();
    const filled = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">
      <path d="M8 6h40v24z" fill="#c02020" stroke="#c02020"/>
      <path d="M8 30h9v6z" fill="#2020c0" stroke="#c02020"/></svg>`;
    await drop(page, 'Sail.svg', filled);
    await isPlanned(page);
    const inkedPixels = () => inkedPixelsOf(page, '.drawing-strokes');
    const outline = await inkedPixels();
    // A colour that is used only for fills is drawn only if they are hatched.
    await page.getByText(/one pen\. Ready to plot\./).waitFor();
    await showSettings(page, 'Pens and layers');
    await page.getByText('Only filled').waitFor();
    await page.getByLabel('Settings of #2020c0').click();
    await field(page, 'Hatching of the layer').selectOption('lines');
    await page.getByText(/2 pens\. Ready to plot\./).waitFor();
    await expect.poll(inkedPixels).toBeGreaterThan(outline * 1.02);
    expect(await obstacles(page)).toEqual([]);
    await field(page, 'Hatching of the layer').selectOption('same');
    await page.getByText(/one pen\. Ready to plot\./).waitFor();
    await page.getByLabel('Settings of #2020c0').click();
    await showSettings(page, 'Effects');
    await field(page, 'Hatching').selectOption('cross');
    await field(page, 'Pen width, mm').fill('0.4');
    await field(page, 'Spacing, mm').fill('2');
    await field(page, 'Angle, °').fill('30');
    await field(page, 'Mirror').selectOption('horizontal');
    await expect.poll(inkedPixels).toBeGreaterThan(outline * 3);
    expect(await obstacles(page)).toEqual([]);

    // Too many copies cause an alert, and the drawing stays.
    const set = async (copies: string, spacing: string) => {
      for (const name of ['Copies across', 'Copies down']) await field(page, name).fill(copies);
      await field(page, 'Spacing, mm').fill(spacing);
    };
    await set('100', '0.05');
    await page.getByRole('alert').getByText('The operation “copies” makes more than').waitFor();
    expect(await button(page, 'Plot').isDisabled()).toBe(true);
    await set('1', '2');
    await isPlanned(page);
    await plotOnSameSheet(page);
    await button(page, 'Place “Sail” again').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    const operations = [
      { kind: 'mirror', axis: 'horizontal' },
      { kind: 'hatch', pattern: 'cross', penMm: 0.4, spacingMm: 2, angle: 30 },
    ] as const;
    const { commands } = await client.plan(filled, {
      options: { paper: '60x40mm', marginMm: 10, fit: 'none', operations: [...operations] },
    });
    expect((await client.jobs.commands(job!.id)).trim().split('\n')).toEqual(commands);
    await client.jobs.cancel(job!.id).catch(() => {});
    expect(page.complaints).toEqual([]);
  });

  it('reads DXF files with their layers', async () => {
    const page = await openEmpty();
    const line = (layer: string, y: number) => entity('LINE', 8, layer, 10, 100, 20, y, 11, 140, 21, y);
    await drop(page, 'Part.dxf', dxfOf(line('Walls', 5) + line('Doors', 65)));
    await page.getByRole('img', { name: /, not plotted yet/ }).waitFor();
    await isPlanned(page);
    expect(await field(page, 'Width, mm').inputValue()).toBe('40');
    expect(await page.locator('.drawing-layer').allTextContents()).toEqual([
      expect.stringContaining('Walls'),
      expect.stringContaining('Doors'),
    ]);
    expect(page.complaints).toEqual([]);
  });

  it('reads HPGL and G-code, and saves the plan in every format', async () => {
    const { client } = plotter();
    const page = await openEmpty();
    const place = async (name: string, text: string) => {
      await drop(page, name, text);
      await page.getByRole('img', { name: /, not plotted yet/ }).waitFor();
      await isPlanned(page);
    };
    const save = async (format: string) => {
      const saving = page.waitForEvent('download');
      await button(page, 'Save as file').click();
      await page.getByRole('group', { name: 'Nothing is plotted.' }).waitFor();
      await page.getByRole('menuitem', { name: format, exact: true }).click();
      const saved = await saving;
      return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
    };
    // The file has two pens. 40 units are a millimetre.
    await place(
      'Old.plt',
      'IN;SP1;PU400,400;PD2000,400,2000,1200,400,400;SP2;PU800,1400;PD1600,1400;PU;SP0;',
    );
    await showSettings(page, 'Pens and layers');
    await page.getByText('2 layers').waitFor();
    expect(await field(page, 'Width, mm').inputValue()).toBe('40');
    expect(await page.locator('.drawing-notes').textContent()).toContain('own positions on the machine');
    expect(await obstacles(page)).toEqual([]);
    await page.locator('.layer-settings summary').nth(1).click();
    await field(page, 'Speed, mm/s').fill('20');
    await isPlanned(page);

    const gcode = await save('G-code for GRBL');
    expect(gcode.name).toBe('Old.gcode');
    expect(gcode.text).toMatch(/^; G-code for GRBL[\s\S]*F6000\n[\s\S]*\nM0\n[\s\S]*F1200\n[\s\S]*\nM2\n$/);
    expect((await save('G-code for Marlin')).text).toMatch(/^; G-code for Marlin/);
    expect((await save('G-code for FluidNC')).text).toMatch(/^; G-code for FluidNC/);
    const hpgl = await save('HPGL');
    expect(hpgl).toMatchObject({ name: 'Old.hpgl', text: expect.stringMatching(/^IN;PA;\nSP1;\nVS;\n/) });
    const svg = await save('Optimised SVG');
    expect(svg).toMatchObject({ name: 'Old.svg', text: expect.stringMatching(/^<svg [\s\S]*<\/svg>\n$/) });
    const { name, text: commands } = await save('Plotter commands');
    expect(name).toBe('Old.txt');
    await plotOnSameSheet(page);
    await button(page, 'Place “Old” again').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(await client.jobs.commands(job!.id)).toBe(commands.replace(/^;.*\n/gm, ''));
    await client.jobs.cancel(job!.id).catch(() => {});

    // The saved file contains the same drawing.
    for (const [file, { text }] of Object.entries({ 'g.nc': gcode, 'h.hpgl': hpgl, 's.svg': svg })) {
      await place(file, text);
      expect(await field(page, 'Width, mm').inputValue()).toBe('40');
      expect(await page.locator('.drawing-layer').count()).toBe(2);
      await button(page, 'Remove').click();
    }
    expect(page.complaints).toEqual([]);
  });

  it('places several drawings on one sheet and restores the sheet', async () => {
    const { client } = plotter();
    const page = await openEmpty();
    const leaf = svg.replace('M4 4h40v22z', 'M4 4h20v22z');
    await dropAll(page, { 'Fern.svg': svg, 'Note.txt': 'PENUP' });
    await page.getByText('“Note.txt” is not a drawing').waitFor();
    await dropAll(page, { 'Fern.svg': svg, 'Leaf.svg': leaf });
    await page.getByText('Fern, Leaf', { exact: true }).waitFor();
    await isPlanned(page);
    await page.setInputFiles('.drawing-add input[type=file]', {
      name: 'Old.plt',
      mimeType: '',
      buffer: Buffer.from('IN;SP1;PU0,0;PD1200,0,1200,800,0,0;PU;SP0;'),
    });
    await page.getByText('Fern, Leaf, Old', { exact: true }).waitFor();
    await isPlanned(page);
    await showSettings(page, 'Pens and layers');
    await page.getByText('3 layers').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await page.reload();
    await page.getByText('Fern, Leaf, Old', { exact: true }).waitFor();
    await isPlanned(page);
    // The service arranges the drawings in the same way: 60 + 5 + 60 mm wide, 40 + 5 + 20 mm high.
    await plotOnSameSheet(page);
    await button(page, 'Place “Fern, Leaf, Old” again').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    const { commands } = await client.plan(svg, {
      more: [leaf, 'IN;SP1;PU0,0;PD1200,0,1200,800,0,0;PU;SP0;'],
      options: { paper: '125x65mm', fit: 'none' },
    });
    expect((await client.jobs.commands(job!.id)).trim().split('\n')).toEqual(commands);
    await client.jobs.cancel(job!.id).catch(() => {});
    expect(page.complaints).toEqual([]);
  });

  it.each(['en', 'de'])(
    'fits the fields for two drawings into the window, in language %s',
    async (locale) => {
      const page = await browser.open(plotter().url, { locale });
      await page.locator('.connection-state').waitFor();
      const filled = svg.replace('stroke="#2040c0"', '$& fill="#2040c0"');
      await dropAll(page, { 'Fern.svg': filled, 'Dot.svg': svg });
      await page.locator('.drawing-sheet select').selectOption('a4');
      await page.locator('.drawing-add select').selectOption({ index: 1 });
      await page.locator('.drawing-objects input').waitFor();
      await page.getByRole('button', { name: /^(?:Hatch|Schraffieren)$/ }).waitFor();
      const hidden = () =>
        page.evaluate(`(() => {
          const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector('.drawing-body-scroll');
          return { below: scrollHeight - clientHeight, beside: scrollWidth - clientWidth };
        })()`);
      await expect.poll(hidden).toEqual({ below: 0, beside: 0 });
      await page.keyboard.press('?');
      await page
        .locator('.shortcuts kbd', { hasText: locale === 'de' ? 'Strg' : 'Ctrl' })
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      const number = page.locator('.drawing-thirds input').first();
      await number.fill('12,5');
      await number.press('Tab');
      expect(await number.inputValue()).toBe(locale === 'de' ? '12,5' : '12.5');
      expect(page.complaints).toEqual([]);
    },
  );

  it.each(['en', 'de'])(
    'fits a drawing with a white layer into the window, in language %s',
    async (locale) => {
      const page = await browser.open(plotter().url, { locale });
      await page.locator('.connection-state').waitFor();
      const filled = svg.replace('stroke="#2040c0"', '$& fill="#2040c0"').replace('#c02020', '#ffffff');
      await drop(page, 'Fern.svg', filled);
      const hatch = page.getByRole('button', { name: /^(?:Hatch|Schraffieren)$/ });
      await hatch.waitFor();
      await page.getByText(locale === 'de' ? /Bereit zum Zeichnen\./ : /Ready to plot\./).waitFor();
      const hidden = () =>
        page.evaluate(`(() => {
          const { scrollHeight, clientHeight } = document.querySelector('.drawing-body-scroll');
          return scrollHeight - clientHeight;
        })()`);
      expect(await hidden()).toBe(0);
      await page.keyboard.press('Tab');
      await page.locator('.drawing-playback input').focus();
      const clipped = await page.evaluate(`(() => {
        const slider = document.querySelector('.drawing-playback input');
        const { outlineOffset, outlineWidth } = getComputedStyle(slider);
        const ring = slider.getBoundingClientRect().top - parseFloat(outlineOffset) - parseFloat(outlineWidth);
        return document.querySelector('.drawing-body-scroll').getBoundingClientRect().top - ring;
      })()`);
      expect(clipped).toBeLessThanOrEqual(0);
    },
  );

  it('selects, moves, copies, aligns and removes each drawing of a sheet', async () => {
    const page = await openEmpty();
    const dot = svg.replace('#2040c0', '#10a010').replace('60mm" height="40mm', '30mm" height="20mm');
    await dropAll(page, { 'Fern.svg': svg, 'Dot.svg': dot });
    await field(page, 'Paper').selectOption('a4');
    await isPlanned(page);
    const selected = field(page, 'Selected');
    const place = async () => [
      await field(page, 'X, mm').inputValue(),
      await field(page, 'Y, mm').inputValue(),
      await field(page, 'Width, mm').inputValue(),
    ];
    const chosen = () => selected.locator('option:checked').textContent();
    expect(await chosen()).toBe('All (2)');

    // A click selects a drawing, and a drag moves only that drawing.
    const objects = page.locator('.drawing-object');
    const boxOf = async (at: number) => (await objects.nth(at).boundingBox())!;
    const second = await boxOf(1);
    const middle = { x: second.x + second.width / 2, y: second.y + second.height / 2 };
    await page.mouse.click(middle.x, middle.y);
    expect(await chosen()).toBe('Dot');
    const before = await place();
    expect(before[2]).toBe('20');
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 40, middle.y + 30, { steps: 4 });
    await page.mouse.up();
    const moved = await place();
    expect(Number(moved[0])).toBeGreaterThan(Number(before[0]));
    await button(page, 'Rotate right').click();
    await field(page, 'Scale, %').fill('200');
    // After rotation, the drawing is as wide as it was high: 11 of 22 mm.
    await expect.poll(async () => (await place())[2]).toBe('22');
    await button(page, 'Align left').click();
    await button(page, 'Align top').click();
    expect((await place()).slice(0, 2)).toEqual(['10', '10']);

    // The other drawing stays in place and can be reached by keyboard.
    await page.locator('.bed-drawing').focus();
    await page.keyboard.press('PageUp');
    expect(await chosen()).toBe('Fern');
    const fern = await place();
    await page.keyboard.press('Control+d');
    expect(await chosen()).toBe('Fern (2)');
    expect(await place()).toEqual([String(Number(fern[0]) + 10), String(Number(fern[1]) + 10), '40']);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Delete');
    expect(await chosen()).toBe('All (2)');
    await page.keyboard.press('Control+z');
    expect(await selected.locator('option').count()).toBe(4);
    expect(await obstacles(page)).toEqual([]);

    // The plot equals what the page shows, and what the service plans for the same places.
    await selected.selectOption('Fern');
    await button(page, 'Fill the sheet').click();
    await expect.poll(chosen).toBe('All (42)');
    await expect.poll(() => page.locator('.drawing-layer').first().textContent()).toContain('42 lines');
    await button(page, 'Undo').click();
    await isPlanned(page);
    expect(await selected.locator('option').count()).toBe(4);

    // Adding a drawing leaves the others in place, and a reload restores them.
    await selected.selectOption('Dot');
    await page.setInputFiles('.drawing-add input[type=file]', {
      name: 'Old.plt',
      mimeType: '',
      buffer: Buffer.from('IN;SP1;PU0,0;PD1200,0,1200,800,0,0;PU;SP0;'),
    });
    await page.getByText('Fern, Dot, Old', { exact: true }).waitFor();
    await isPlanned(page);
    await selected.selectOption('Dot');
    expect((await place()).slice(0, 2)).toEqual(['10', '10']);
    await page.reload();
    await page.getByText('Fern, Dot, Old', { exact: true }).waitFor();
    await isPlanned(page);
    await selected.selectOption('Dot');
    expect((await place()).slice(0, 2)).toEqual(['10', '10']);
    expect(await selected.locator('option').allTextContents()).toContain('Old');
    await button(page, 'Arrange in rows').click();
    expect(await chosen()).toBe('All (3)');
    expect(page.complaints).toEqual([]);
  });

  it('plays the plot over time, with lines as wide as the pens', async () => {
    const { url } = plotter();
    const setup = createPlotterSetup({ baseUrl: url });
    await setup.setPens([{ name: 'Marker', colour: '#c02020', widthMm: 4 }]);
    const page = await openEmpty();
    await drop(page, 'Fern.svg', svg);
    // The pens arrive by an event, and the drawing is then planned again with them.
    await showSettings(page, 'Pens and layers');
    await page.getByText('One pen of your own').waitFor();
    await isPlanned(page);
    const slider = page.getByLabel('Moment of the plot');
    const drawn = () => inkedPixelsOf(page, '.drawing-drawn');
    const at = async (value: number) => {
      await slider.fill(String(value));
      await expect.poll(() => slider.inputValue()).toBe(String(value));
      return drawn();
    };
    expect([await slider.inputValue(), await drawn()]).toEqual(['1000', 0]);
    const [none, some, all] = [await at(0), await at(400), await at(1000)];
    expect(none).toBe(0);
    expect(some).toBeGreaterThan(20);
    expect(all).toBeGreaterThan(some * 1.2);
    expect(await at(400)).toBe(some);
    await page.locator('.drawing-pen').waitFor();
    expect(await obstacles(page)).toEqual([]);

    await at(950);
    await button(page, 'Play preview').click();
    await button(page, 'Play preview').waitFor();
    await expect.poll(() => slider.inputValue()).toBe('1000');
    expect(await drawn()).toBe(all);

    // A new plan is shown with its placement first, and then with the width of its pens.
    await page.getByLabel('Settings of Outlines').click();
    await page.getByLabel('Pen', { exact: true }).selectOption('Marker');
    await expect.poll(drawn).toBe(0);
    await isPlanned(page);
    // The slider already exists, so only the ink shows that the plan was painted.
    await expect.poll(() => at(1000)).toBeGreaterThan(all * 3);
    await setup.setPens([]);
    expect(page.complaints).toEqual([]);
  });

  it('starts a drawing or a job at a chosen stroke', async () => {
    const { client } = plotter();
    const page = await openEmpty();
    await drop(page, 'Fern.svg', svg);
    await isPlanned(page);
    await page.getByLabel('Moment of the plot').fill('750');
    await page.getByRole('button', { name: 'Start here' }).click();
    await page.getByText(/The plot starts at stroke [23] of 3\./).waitFor();
    expect(await inkedPixelsOf(page, '.drawing-drawn')).toBeGreaterThan(0);
    await button(page, 'Plot everything').click();
    await page.getByLabel('Moment of the plot').fill('750');
    await page.getByRole('button', { name: 'Start here' }).click();
    expect(await obstacles(page)).toEqual([]);
    await plotOnSameSheet(page);
    await page.getByRole('heading', { name: 'Put in pen 1 of 1: Shading' }).waitFor();
    const [rest] = await client.jobs.list({ limit: 1 });
    const strokesOf = async (id: number) => (await client.jobs.commands(id)).match(/PENDOWN/g)?.length;
    expect(await strokesOf(rest!.id)).toBeLessThan(3);
    await client.jobs.cancel(rest!.id);

    const whole = await client.queueJob({ script: uprightLines(4), name: 'Four lines' });
    await client.jobs.wait(whole.id);
    const count = await strokesOf(whole.id);
    await page.getByRole('button', { name: 'More for “Four lines”', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Plot a part …' }).click();
    const dialog = page.getByRole('dialog');
    const first = dialog.getByRole('spinbutton', { name: 'First stroke' });
    await first.fill('0');
    // The slider replaces the wrong number.
    await dialog.getByRole('slider', { name: 'First stroke' }).fill('2');
    await expect.poll(() => first.inputValue()).toBe('2');
    await dialog.getByText(`1 of ${count} strokes are skipped.`).waitFor();
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Plot from stroke 2' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [part] = await client.jobs.list({ limit: 1 });
    expect(await strokesOf(part!.id)).toBe(count! - 1);
    await client.jobs.wait(part!.id);
    expect(page.complaints).toEqual([]);
  });

  it('places the strokes of an earlier job like those of a file, or explains why that is impossible', async () => {
    const { url, client } = plotter();
    // A triangle from X 100 mm, Y 50 mm, and a line below it with another pen.
    const corners = ['MOVE X9600 Y4000', 'MOVE X8000 Y5600', 'MOVE X8000 Y4000'];
    const triangle = ['MOVE X8000 Y4000', 'PENDOWN', ...corners, 'PENUP'];
    const line = ['MOVE X8000 Y6400', 'PENDOWN', 'MOVE X9600 Y6400', 'PENUP', 'MOVE X0 Y0'];
    const pens = [
      { name: 'Blue', colour: '#2040c0', from: 1 },
      { name: 'Red', colour: '#c02020', from: 7 },
    ];
    const earlier = await client.queueJob({
      script: ['PENUP', ...triangle, ...line].join('\n'),
      name: 'Earlier',
      pens,
    });
    await client.jobs.wait(earlier.id);
    const empty = await client.queueJob({ script: 'PENUP\nMOVE X80 Y80\nMOVE X0 Y0', name: 'Empty' });
    await client.jobs.wait(empty.id);
    const huge = await client.queueJob({ script: uprightLines(1), name: 'Huge' });
    await client.jobs.wait(huge.id);

    const page = await browser.open('about:blank');
    await page.route('**/api/plotter/jobs?*', async (route) => {
      const response = await route.fetch();
      const { jobs } = (await response.json()) as { jobs: { id: number; total: number }[] };
      for (const job of jobs) if (job.id === huge.id) job.total = 2_345_678;
      await route.fulfill({ response, json: { jobs } });
    });
    await page.goto(url);
    const placeAgain = async (name: string) => {
      await button(page, `More for “${name}”`).click();
      await page.getByRole('menuitem', { name: 'Place again' }).click();
    };
    await placeAgain('Empty');
    await page.getByText('There are no lines to place in “Empty”.').waitFor();
    await placeAgain('Huge');
    await page
      .getByText('“Huge” has 2,345,678 commands, and this page can place jobs of at most 1,000,000.')
      .waitFor();
    expect(await page.getByRole('heading', { name: 'Drawing', exact: true }).count()).toBe(0);

    await placeAgain('Earlier');
    await isPlanned(page);
    await page.getByRole('img', { name: /Earlier, not plotted yet/ }).waitFor();
    const names = ['X, mm', 'Y, mm', 'Width, mm', 'Height, mm', 'Scale, %', 'Rotation, °'];
    const values = () => Promise.all(names.map((name) => field(page, name).inputValue()));
    expect(await values()).toEqual(['100', '50', '20', '30', '100', '0']);
    expect(await page.locator('.drawing-layer-words').allTextContents()).toEqual(['Blue', 'Red']);
    await field(page, 'Scale, %').fill('200');
    await field(page, 'X, mm').fill('10');
    expect(await values()).toEqual(['10', '35', '40', '60', '200', '0']);
    await showSettings(page, 'Pens and layers');
    await field(page, 'Pens').selectOption('one');
    await isPlanned(page);
    await plotOnSameSheet(page);
    await button(page, 'Place “Earlier” again').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(job).toMatchObject({ name: 'Earlier' });
    const commands = await client.jobs.commands(job!.id);
    expect(commands.match(/PENDOWN/g)).toHaveLength(2);
    for (const corner of ['X800 Y2800', 'X4000 Y2800', 'X800 Y6000', 'X4000 Y7600'])
      expect(commands).toContain(`MOVE ${corner}\n`);
    expect(page.complaints).toEqual([]);
  });

  it('keeps a change that arrives during a reload, although the reloaded list is older', async () => {
    const { url, client } = plotter();
    await client.queueJob({ script: uprightLines(1), name: 'Before' });
    const job = await client.queueJob({
      script: uprightLines(2),
      name: 'Short',
      pauses: [{ before: 1, reason: 'Wait' }],
    });
    const line = await breakableLine(url);
    const page = await browser.open('about:blank');
    // Disables shared workers, because the test cannot intercept their streams.
    await page.addInitScript('delete window.SharedWorker');
    await page.goto(line.url);
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '“Short”' }) });
    await page.locator('.front-job').getByText('Paused', { exact: true }).waitFor();
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
    // Responds like a restarted service, which sends everything again.
    await page.route('**/api/plotter/events', (route) => {
      const { 'last-event-id': _, ...headers } = route.request().headers();
      return route.continue({ headers });
    });
    line.cut();
    await page.getByText('Offline. The state of the plotter is unknown.').waitFor();
    line.repair();
    await expect.poll(() => read.count).toBe(2);
    await client.jobs.resume(job.id);
    await row.getByText('Done').waitFor();
    await openMachineSettings(page);
    await page.getByLabel('Name', { exact: true }).fill('Renamed');
    await button(page, 'Save').click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    read.answer();
    await page.getByRole('heading', { name: '“As it was read”' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Renamed' }).count()).toBe(1);
    expect(await row.getByText('Done').count()).toBe(1);
  });
});
