import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedPage } from '../../support/browser.ts';
import { longDrawing, sharedPlotter } from '../../support/plotter.ts';
import { openMachineSettings, showView } from './support.ts';

const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '40' });
const opened = sharedPage(() => plotter().url);

/** Makes toasts stay until they are closed, so that a slow machine does not miss them. */
const staying = `{
  const { setTimeout } = window;
  window.setTimeout = (run, delayMs, ...rest) => (delayMs === 6000 ? 0 : setTimeout(run, delayMs, ...rest));
}`;

/**
 * Returns the texts of controls that a toast covers, or that cover a toast. All are measured at the same moment,
 * because buttons of a job appear and disappear. They are measured in a frame at rest, because the page makes room for
 * a new toast before it paints the toast.
 */
function covered(page: Page, controls: string): Promise<string[]> {
  return page.evaluate(`(async () => {
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
    const moving = [...document.querySelectorAll('.toast, dialog')].flatMap((each) => each.getAnimations());
    await Promise.all(moving.map(({ finished }) => finished));
    const toasts = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
    const controls = [...document.querySelectorAll(${JSON.stringify(controls)})].filter((each) => each.getClientRects().length > 0);
    if (toasts.length === 0 || controls.length === 0) throw new Error('nothing to compare');
    const liesOver = (one) => (other) =>
      one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    return controls
      .filter((control) => toasts.some(liesOver(control.getBoundingClientRect())))
      .map((control) => control.textContent);
  })()`);
}

describe.skipIf(!chromiumProgram.run)('a toast', () => {
  it.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])(
    'covers neither Stop, nor the controls of the bed, nor a button of an open dialog: $width×$height',
    async (viewport) => {
      const { client } = plotter();
      const { id } = await client.queueJob({ commands: longDrawing().split('\n'), name: 'Long' });
      const page = await opened();
      await page.evaluate(staying);
      await page.setViewportSize(viewport);
      await page.locator('.front-job', { hasText: 'Long' }).waitFor();
      await page.getByRole('button', { name: 'Stop the plotter' }).first().click();
      await page.locator('.toast').first().waitFor();
      // On a phone, the cancelled job stays above the bed until its event arrives, which may be after the
      // toast.
      await page.locator('.front-job').waitFor({ state: 'detached' });
      expect(await covered(page, '.status-bar button, .bed button, .bed label')).toEqual([]);

      await openMachineSettings(page);
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('button', { name: 'Stop the plotter' }).click();
      await expect.poll(() => page.locator('.toast').count()).toBe(2);
      expect(await covered(page, 'dialog[open] :is(.dialog-actions, .dialog-head) button')).toEqual([]);
      // The toast is in front of the dialog and can be used while the dialog is open.
      for (const close of await page.locator('.toast').getByRole('button', { name: 'Close' }).all())
        await close.click({ trial: true });
      const before = await dialog.boundingBox();
      await page.locator('.toast').getByRole('button', { name: 'Close' }).first().click();
      await expect.poll(() => page.locator('.toast').count()).toBe(1);
      await covered(page, 'dialog[open] button');
      // If the dialog moved, a click that has begun would miss.
      expect(await dialog.boundingBox()).toEqual(before);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.locator('.toasts-home > .toasts > .toast').count()).toBe(1);
      await client.jobs.remove(id);
      expect(page.complaints).toEqual([]);
    },
  );

  it('stays while the pointer or the focus is on it, and stops its timer only once if both are', async () => {
    const page = await opened();
    await page.clock.install();
    await page.getByRole('button', { name: 'Stop the plotter' }).first().click();
    const toast = page.locator('.toast');
    await toast.waitFor();
    await toast.hover();
    const close = toast.getByRole('button', { name: 'Close' });
    await close.focus();
    await page.clock.fastForward(60_000);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1);
    await toast.hover();
    await close.blur();
    await page.clock.fastForward(60_000);
    expect(await toast.count()).toBe(1);
    await page.mouse.move(0, 0);
    await page.clock.fastForward(60_000);
    await toast.waitFor({ state: 'detached' });
  });

  it('does not move the end of the page when it disappears', async () => {
    const page = await opened();
    await page.evaluate(staying);
    await page.setViewportSize({ width: 390, height: 844 });
    await showView(page, 'Control');
    const stop = page.getByRole('button', { name: 'Stop the plotter' }).first();
    await stop.click();
    await page.locator('.toast').waitFor();
    const afterFrame = (expression: string) =>
      page.evaluate(
        `new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))).then(() => ${expression})`,
      );
    const endOfPage = `document.querySelector('main').getBoundingClientRect().bottom`;
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const before = await afterFrame(endOfPage);
    await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
    expect(await afterFrame(endOfPage)).toBe(before);
    // Scrolling back removes the empty space from the page.
    await page.evaluate('scrollTo(0, 0)');
    await expect
      .poll(() => page.evaluate(`document.documentElement.style.getPropertyValue('--toasts-room')`))
      .toBe('0px');
    // A toast in the previous language is removed.
    await stop.click();
    await page.locator('.toast').waitFor();
    const choose = async (menu: string, language: string) => {
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('menuitemradio', { name: language }).click();
    };
    await choose('Menu', 'Deutsch');
    await page.locator('.toast').waitFor({ state: 'detached' });
    await choose('Menü', 'English');
  });
});
