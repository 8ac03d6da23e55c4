import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { obstacles, obstaclesInBothThemes } from '../../support/obstacles.ts';
import { sharedPlotter, startPlotter, uprightLines } from '../../support/plotter.ts';
import { drop, openMachineSettings, showView } from './support.ts';

/** Returns the elements to which users would have to scroll. */
function outOfView(page: Page, selectors: readonly string[]): Promise<string[]> {
  return page.evaluate(`${JSON.stringify(selectors)}.filter((selector) => {
    const { top, bottom, left, right } = document.querySelector(selector).getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  })`);
}

/** Returns the elements that are smaller than their content. */
function cutOff(page: Page, selectors: readonly string[]): Promise<string[]> {
  return page.evaluate(`${JSON.stringify(selectors)}.filter((selector) => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector(selector);
    return scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
  })`);
}

describe.skipIf(!chromiumProgram.run)('the plotter page (language, tabs, token)', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '40' });
  const opened = sharedPage(() => plotter().url);

  it.each([
    ['light and dark', undefined],
    ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ])(
    'has no serious problems according to axe, and loads nothing from other origins: %s',
    async (_, phone) => {
      const { url, client } = plotter();
      await client.queueJob({
        script: uprightLines(3),
        name: 'Lines, with a name that is longer than any row of the page could ever show',
        pauses: [{ before: 5, reason: 'Put the red pen in.' }],
      });
      for (const name of ['Next', 'Last']) await client.queueJob({ script: uprightLines(1), name });
      const page = phone === undefined ? await opened() : await browser.open(url, phone);
      await page.getByRole('heading', { name: 'Put the red pen in.' }).waitFor();
      const isPhone = phone !== undefined;
      if (isPhone) await showView(page, 'Queue');
      await page.getByText('2 queued').waitFor();
      if (isPhone) await showView(page, 'Drawing');
      const look = isPhone ? obstacles : obstaclesInBothThemes;
      const firstScreen = isPhone
        ? ['.stop', '.front-job', '.ruler-top']
        : ['.stop', '.front-job', '.bed-stage', '.pad', '.manual-step'];
      expect(await outOfView(page, firstScreen)).toEqual([]);
      // The connection state is readable beside the buttons of a job. On a wide screen, the panels beside the bed fit
      // without scrolling.
      expect((await page.locator('.connection-state > span').boundingBox())!.width).toBeGreaterThan(40);
      if (!isPhone)
        expect(await cutOff(page, ['.workspace-side', '.front-job', '.manual-panel'])).toEqual([]);
      // The machine profile may arrive a moment after the job.
      await expect.poll(() => page.locator('.ruler-top').textContent()).toMatch(/^0.*100.*200.*300.*400/);
      if (isPhone) await showView(page, 'Control');
      await page.getByLabel('Commands, one per line').fill('MOVE X99999 Y0');
      await page.getByText('1 command will fail').waitFor();
      await page.getByRole('combobox', { name: 'Command' }).fill('S');
      await page.getByRole('option').first().waitFor();
      expect(await look(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

      await openMachineSettings(page);
      await page.getByLabel('Resolution').fill('x');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').first().waitFor();
      expect(await look(page)).toEqual([]);
      await page.keyboard.press('Escape');
      if (isPhone) await showView(page, 'Drawing');
      await page.getByRole('heading', { name: 'Bed' }).click();
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      expect(await look(page)).toEqual([]);
      expect(
        await page.getByRole('dialog').getByRole('button', { name: 'Stop the plotter immediately' }).count(),
      ).toBe(1);

      await page.keyboard.press('Escape');

      await client.jobs.resume((await client.status()).job!.id);
      await page.getByText('Ready', { exact: true }).waitFor();
      expect(page.complaints).toEqual([]);
      expect(page.asked.filter((asked) => !asked.startsWith(url))).toEqual([]);
    },
  );

  it('works in seven tabs of one browser, which share one event stream', async () => {
    const { url, client } = plotter();
    const first = await opened();
    const tabs: Page[] = [first];
    while (tabs.length < 7) {
      const tab = await first.context().newPage();
      tabs.push(tab);
      // A smaller page takes less time to paint.
      await tab.setViewportSize({ width: 800, height: 400 });
      await tab.goto(url);
    }
    for (const tab of tabs) await tab.getByText('Connected', { exact: true }).waitFor();
    await client.send('PENDOWN');
    for (const tab of tabs) await tab.getByText('pen down', { exact: true }).waitFor();
    await first.close();
    await client.send('PENUP');
    for (const tab of tabs.slice(1)) await tab.getByText('pen up', { exact: true }).waitFor();
  });

  it('is in German on a phone, including the texts about drawings and pens', async () => {
    const { url, client } = plotter();
    const options = { locale: 'de-DE', viewport: { width: 390, height: 844 }, hasTouch: true };
    const page = await browser.open(url, options);
    await showView(page, 'Steuern');
    await page.getByRole('heading', { name: 'Handsteuerung' }).waitFor();
    // At this width, the column with the buttons of manual control is narrowest.
    await page.setViewportSize({ width: 1000, height: 768 });
    expect(await cutOff(page, ['.manual', '.manual-panel .panel-head'])).toEqual([]);
    await page.setViewportSize(options.viewport);
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    const layer = (id: string, colour: string) =>
      `<g id="${id}" stroke="${colour}"><path d="M4 4h40v22z"/></g><text>Q</text>`;
    await drop(
      page,
      'Farn.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40" fill="none">${layer('A', '#2040c0')}${layer('B', '#c02020')}</svg>`,
    );
    await page.getByText(/ Stifte\. Bereit zum Zeichnen\./).waitFor();
    await page.getByText(/Hinweise?$/).click();
    await page.getByText('Text wird in der eingebauten Einlinienschrift gezeichnet').waitFor();
    await page.getByLabel('Rand, mm').fill('999');
    await page.getByText('Die Ränder lassen auf dem Papier keinen Platz.').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await obstacles(page)).toEqual([]);
    await page.getByLabel('Rand, mm').fill('10');
    await page.getByRole('button', { name: 'Zeichnen', exact: true }).click();
    await page.getByRole('heading', { name: /Setzen Sie Stift 1 von 2 ein: #2040c0/ }).waitFor();
    await page.getByText('Pausiert: „Farn“').waitFor();
    await client.jobs.cancel((await client.status()).job!.id);
    await page.getByText('Bereit', { exact: true }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('asks for the access token if one is set', async () => {
    const { url } = await startPlotter({ PLOTTER_TOKEN: 'secret' });
    const page = await browser.open(url);
    await page.getByLabel('Token').fill('secret');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Pen down' }).click();
    await page.getByText('pen down', { exact: true }).waitFor();
  });
});
