import { describe, expect, it } from 'vitest';
import { pngOf } from '../../../../drawing/test/support/picture-of.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { sharedPlotter } from '../../support/plotter.ts';

/** A picture in dark gray of 32 × 16 pixels. */
const gray = pngOf(32, 16, {
  rows: Buffer.from(Array.from({ length: 33 * 16 }, (_, at) => (at % 33 === 0 ? 0 : 60))),
});
const photo = { name: 'Grey cat.png', mimeType: 'image/png', buffer: gray };

describe.skipIf(!chromiumProgram.run)('a picture on the plotter page', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

  it('is drawn in a style, shown, and placed in the same way as a drawing', async () => {
    const page = await browser.open(plotter().url);
    const choose = page.locator('input[accept="image/*"]');
    await choose.setInputFiles({ ...photo, buffer: gray.subarray(0, 60) });
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.getByText('This picture is damaged').waitFor();
    expect(await dialog.getByRole('button', { name: 'Open', exact: true }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await choose.setInputFiles(photo);
    await dialog.getByText('10,000 strokes, 150 × 75 mm').waitFor();
    await dialog.getByLabel('Style').selectOption('hatch');
    await dialog.getByLabel('Size, mm').fill('60');
    await dialog.getByText(/strokes, [\d.]+ m, 60 × 30 mm/).waitFor();
    await dialog.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('img', { name: /Grey cat, not plotted yet/ }).waitFor();
    await page.getByText(/one pen\. Ready to plot\./).waitFor();
  });
});
