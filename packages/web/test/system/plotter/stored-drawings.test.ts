import { writeFileSync } from 'node:fs';
import { createPlotterSetup } from '@stationery/client/setup';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { fileOnDisk } from '../../support/file-on-disk.ts';
import { sharedPlotter } from '../../support/plotter.ts';
import { drop, plotOnSameSheet, showSettings } from './support.ts';

const svg = (widthMm: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40" fill="none"><path stroke="#2040c0" d="M4 4h${widthMm}v22z"/></svg>`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const turned = (page: Page) => page.getByLabel('Rotation, °', { exact: true });
const widthMm = (page: Page) => page.getByLabel('Width, mm', { exact: true });
const drawing = (page: Page) => page.getByRole('heading', { name: 'Drawing', exact: true });
const isPlanned = (page: Page) => page.getByText(/Ready to plot\./).waitFor();
const isReady = (page: Page) => page.getByText('Connected', { exact: true }).waitFor();

/** Runs a transaction on the stored `files` and `places`. Returns their contents afterwards. */
function records(page: Page, work = ''): Promise<unknown> {
  return page.evaluate(`new Promise((resolve) => {
    const opened = indexedDB.open('stationery.plotter', 1);
    opened.onsuccess = () => {
      const step = opened.result.transaction(['files', 'places'], 'readwrite');
      const [fileStore, placeStore] = ['files', 'places'].map((name) => step.objectStore(name));
      const [filesAsked, placesAsked] = [fileStore.getAll(), placeStore.getAll()];
      const mine = ({ tab }) => tab === sessionStorage.getItem('stationery.plotter.tab');
      let kept;
      placesAsked.onsuccess = () => {
        const [file, place] = [filesAsked.result.find(mine), placesAsked.result.find(mine)];
        kept = { name: file?.name, turned: place?.layout?.settings?.rotate, isOnBed: place?.isOnBed };
        ${work}
      };
      step.oncomplete = () => { opened.result.close(); resolve(kept); };
    };
  })`);
}

const keeps = (page: Page, name: string, degrees: number) =>
  expect.poll(() => records(page)).toEqual({ name, turned: degrees, isOnBed: true });

/** Adds drawings of closed tabs, which are newer than the drawing of this tab. */
const leaveOthers = (page: Page, count: number) =>
  records(
    page,
    `for (let tab = 1; tab <= ${count}; tab++) {
      fileStore.put({ ...file, tab: 'other ' + tab, name: 'Moss' });
      placeStore.put({ ...place, tab: 'other ' + tab, atMs: place.atMs + 60_000 });
    }`,
  );

describe.skipIf(!chromiumProgram.run)('drawings stored in the browser', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });
  const shared = sharedPage(() => plotter().url);

  /** Clears the bed and the storage. */
  async function openEmpty() {
    const page = await shared();
    await isReady(page);
    if (await button(page, 'Remove').isVisible()) {
      await button(page, 'Remove').click();
      await drawing(page).waitFor({ state: 'detached' });
    }
    return page;
  }

  async function openWith(name: string) {
    const page = await openEmpty();
    await drop(page, `${name}.svg`, svg(40));
    await isPlanned(page);
    return page;
  }

  it('keep file and placement for each tab, even in a duplicated tab and after another drawing was opened', async () => {
    const page = await browser.open(plotter().url);
    await isReady(page);
    await drop(page, 'Fern.svg', svg(40));
    await isPlanned(page);
    const [duplicate] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate('void window.open(location.href)'),
    ]);
    await isPlanned(duplicate);
    await drop(duplicate, 'Moss.svg', svg(20));
    await expect.poll(() => widthMm(duplicate).inputValue()).toBe('20');
    await isPlanned(duplicate);
    await turned(duplicate).fill('10');
    await keeps(page, 'Moss', 10);
    await turned(page).fill('77');
    await keeps(page, 'Fern', 77);
    await turned(duplicate).fill('20');
    await keeps(page, 'Moss', 20);
    await duplicate.close();

    await leaveOthers(page, 4);
    const other = await page.context().newPage();
    await other.goto(plotter().url);
    await button(other, 'Continue with “Moss”').waitFor();
    await expect.poll(() => records(page)).toEqual({});
    await turned(page).fill('70');
    await keeps(page, 'Fern', 70);
    // A change is kept even if the page is reloaded right after it.
    await turned(page).fill('78');
    await page.reload();
    await isPlanned(page);
    expect(await turned(page).inputValue()).toBe('78');
    await page.getByText('Fern', { exact: true }).waitFor();
  });

  it('keep the file as it was when the user chose it, even if it changes on the disk', async () => {
    const page = await openEmpty();
    const path = await fileOnDisk('Fern.svg', svg(40));
    await page.setInputFiles('input[type=file]', path);
    await isPlanned(page);
    writeFileSync(path, `${svg(20)}\n`);
    await button(page, 'Remove').click();
    await button(page, 'Undo').click();
    await isPlanned(page);
    await plotOnSameSheet(page);
    await button(page, 'Place “Fern” again').click();
    await isPlanned(page);
    await keeps(page, 'Fern', 0);
    await page.reload();
    await isPlanned(page);
    expect(await widthMm(page).inputValue()).toBe('40');
  });

  it("keep the settings of layers, and are plotted with these settings and the user's own pens", async () => {
    const { client, url } = plotter();
    const setup = createPlotterSetup({ baseUrl: url });
    const page = await openWith('Fern');
    await showSettings(page, 'Pens and layers');
    const choosePens = (text: string) =>
      page.setInputFiles('input[accept*=json]', {
        name: 'pens.json',
        mimeType: '',
        buffer: Buffer.from(text),
      });
    await choosePens('{"pens":');
    await page.getByText('This file has no pens.').waitFor();
    await choosePens('{"pens":[{"name":"Fine","colour":"#1030c0","delayMs":70}]}');
    await page.getByText('One pen of your own').waitFor();
    await button(page, 'Edit pens').click();
    const dialog = page.getByRole('dialog');
    const save = dialog.getByRole('button', { name: 'Save' });
    await button(page, 'Add pen').click();
    await dialog.getByLabel('Name').fill('Fine');
    await dialog.getByText('Another pen has this name.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('Broad');
    await dialog.getByLabel('Width, mm').fill('2.5');
    await dialog.getByLabel('Colour').fill('#d02020');
    await save.click();
    await button(page, 'Change Fine').click();
    await dialog.getByLabel('Speed, mm/s').fill('33');
    await dialog.getByText('Refills and seams').click();
    await dialog.getByLabel('Refill after, m', { exact: true }).fill('1.5');
    await dialog.getByLabel('Dip at, mm').fill('10x');
    await dialog.getByText('Enter places such as').waitFor();
    // Invalid input is not replaced by the previous value and saved, even in a closed section.
    await dialog.getByText('Refills and seams').click();
    await save.click();
    await dialog.getByLabel('Dip at, mm').and(page.locator(':focus')).waitFor();
    await dialog.getByLabel('Dip at, mm').fill('10x200');
    await dialog.getByLabel('Width, mm').fill('500');
    await save.click();
    await dialog.getByText('At most 100.').waitFor();
    await dialog.getByLabel('Width, mm').fill('');
    await save.click();
    await button(page, 'Change Broad').waitFor();
    const care = { refillM: 1.5, dip: '10x200' };
    const fine = { name: 'Fine', colour: '#1030c0', delayMs: 70, speedMmS: 33, ...care };
    expect(await setup.pens()).toEqual([fine, { name: 'Broad', colour: '#d02020', widthMm: 2.5 }]);
    await button(page, 'Remove Broad').click();
    await dialog.getByText('Broad').waitFor({ state: 'hidden' });
    expect(await setup.pens()).toEqual([fine]);
    await page.keyboard.press('Escape');

    await page.getByLabel('Settings of #2040c0').click();
    await page.getByLabel('Pen', { exact: true }).selectOption('Fine');
    const passes = page.getByRole('spinbutton', {
      name: 'Passes per line',
      description: 'How often each line is drawn, without lifting the pen.',
    });
    await page.getByText('How often the whole layer is drawn, one time after the other.').waitFor();
    await passes.fill('1.5');
    await passes.press('Enter');
    await page.getByText('Enter a whole number.').waitFor();
    await page.getByLabel('Speed, mm/s').fill('12');
    await page.reload();
    await isPlanned(page);
    await showSettings(page, 'Pens and layers');
    await page.getByLabel('Settings of #2040c0').click();
    expect(await page.getByLabel('Speed, mm/s').inputValue()).toBe('12');
    expect(await passes.inputValue()).toBe('');
    await plotOnSameSheet(page);
    await button(page, 'Place “Fern” again').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(await client.jobs.commands(job!.id)).toMatch(
      /PENDOWN\nWAIT 70\nSPEED 960\n|SPEED 960\nPENDOWN\nWAIT 70\n/,
    );
    expect(page.complaints).toEqual([]);
  });

  it('start with default settings if the stored ones cannot be used', async () => {
    const page = await openWith('Fern');
    // Other invalid data is tested without a browser, with the storage and the session.
    for (const spoil of ['place.version += 1', 'delete place.fileId']) {
      await turned(page).fill('30');
      await keeps(page, 'Fern', 30);
      await records(page, `${spoil}; placeStore.put(place);`);
      await page.reload();
      await isPlanned(page);
      expect([spoil, await turned(page).inputValue()]).toEqual([spoil, '0']);
    }
    expect(page.complaints).toEqual([]);
  });

  it('are offered, not restored automatically, if reading them has crashed once', async () => {
    const page = await openWith('Fern');
    await keeps(page, 'Fern', 0);
    await leaveOthers(page, 1);
    await page.addInitScript(
      'window.Worker = class extends Worker { constructor(...all) { super(...all); this.terminate(); } }',
    );
    await page.reload();
    await page.getByText('Reading the drawing').first().waitFor();
    await page.reload();
    await button(page, 'Continue with “Fern”').waitFor();
    expect(await drawing(page).count()).toBe(0);
  });
});
