import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { longDrawing, sharedPlotter } from '../support/plotter.ts';
import { openMachineSettings } from './support.ts';

const browser = sharedBrowser();
const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '40' });

/** Toasts stay until somebody closes them: a slow machine must not miss them. */
const staying = `{
  const { setTimeout } = window;
  window.setTimeout = (run, delayMs, ...rest) => (delayMs === 6000 ? 0 : setTimeout(run, delayMs, ...rest));
}`;

/** The names of those that a toast lies over, or that lie over a toast. */
async function covered(page: Page, controls: Locator): Promise<string[]> {
  const toasts = await page.locator('.toast').all();
  expect(toasts.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const control of await controls.all()) {
    const box = await control.boundingBox();
    if (box === null) continue;
    for (const toast of toasts) {
      const other = (await toast.boundingBox())!;
      const isBeside = box.x >= other.x + other.width || other.x >= box.x + box.width;
      const isAbove = box.y >= other.y + other.height || other.y >= box.y + box.height;
      if (!isBeside && !isAbove) found.push((await control.textContent()) ?? '');
    }
  }
  return found;
}

describe.skipIf(!chromiumProgram.run)('a toast', () => {
  it.each([
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ])(
    'covers neither Stop, nor the controls of the bed, nor a button of an open dialog: $width×$height',
    async (viewport) => {
      const { url, client } = plotter();
      const { id } = await client.queueJob({ commands: longDrawing().split('\n'), name: 'Long' });
      const page = await browser.open('about:blank', { viewport });
      await page.addInitScript(staying);
      await page.goto(url);
      await page.locator('.front-job', { hasText: 'Long' }).waitFor();
      await page.getByRole('button', { name: 'Stop the plotter' }).first().click();
      await page.locator('.toast').first().waitFor();
      expect(await covered(page, page.locator('.status-bar button, .bed button, .bed label'))).toEqual([]);

      await openMachineSettings(page);
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('button', { name: 'Stop the plotter' }).click();
      await expect.poll(() => page.locator('.toast').count()).toBe(2);
      expect(await covered(page, dialog.locator('.dialog-actions button, .dialog-head button'))).toEqual([]);
      // It is in front of the dialog, and can be used while that is open.
      for (const close of await page.locator('.toast').getByRole('button', { name: 'Close' }).all())
        await close.click({ trial: true });
      await page.locator('.toast').getByRole('button', { name: 'Close' }).first().click();
      await expect.poll(() => page.locator('.toast').count()).toBe(1);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await page.locator('.toasts-home > .toasts > .toast').count()).toBe(1);
      await client.jobs.remove(id);
      expect(page.complaints).toEqual([]);
    },
  );
});
