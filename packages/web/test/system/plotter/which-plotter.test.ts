import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { startPlotter } from '../../support/plotter.ts';
import { simulatedPlotter } from '../../support/simulated-plotter.ts';
import { drop } from './support.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">
  <path d="M10 10h30v20z" fill="none" stroke="#123456"/></svg>`;

describe.skipIf(!chromiumProgram.run)('an unidentified plotter', () => {
  const browser = sharedBrowser();

  it.each([1440, 390])(
    'must be identified by the user before a drawing is plotted, on a page %i px wide',
    async (width) => {
      const machine = await simulatedPlotter(0, 'pico');
      const { url, client } = await startPlotter({ PLOTTER_SERIAL_PATH: machine.path });
      const page = await browser.open(url, { viewport: { width, height: 844 } });
      await page.getByText('Connected', { exact: true }).waitFor();
      await drop(page, 'Fern.svg', svg);
      const panel = page.locator('.drawing');
      await panel.getByText('Which plotter is this?').waitFor();
      await panel.getByText(/one pen\./).waitFor();
      expect(await page.getByText(/Ready to plot/).count()).toBe(0);
      expect(await panel.getByRole('button', { name: 'Plot', exact: true }).count()).toBe(0);
      expect(await obstacles(page)).toEqual([]);
      await panel.getByRole('button', { name: 'Choose plotter' }).click();
      const dialog = page.getByRole('dialog', { name: 'Which plotter is this?' });
      await dialog.getByRole('button', { name: /^Pico plotter/ }).waitFor();
      await dialog.getByRole('button', { name: /^Pico plotter/ }).click();
      await expect.poll(async () => (await client.status()).recognised).toBe(true);
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await page.getByText(/Ready to plot/).waitFor();
      await panel.getByRole('button', { name: 'Plot', exact: true }).click();
      await expect.poll(async () => (await client.jobs.list())[0]?.state.state).toBe('done');
      expect(page.complaints).toEqual([]);
    },
  );
});
