import type { BatteryState } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { stationSnapshot } from '../../../../cli/src/clients/station-snapshot.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { startStation } from '../../support/station.ts';

describe.skipIf(!chromiumProgram.run)('the battery on the station page', () => {
  const browser = sharedBrowser();

  it('is shown with its level, causes a warning if low, and has a setting for the level for shutting down', async () => {
    const station = await startStation({ STATION_PLAYER: 'browser' });
    const snapshot = await stationSnapshot(station.client, new AbortController().signal);
    const page = await browser.open(station.url, { viewport: { width: 390, height: 844 } });
    // Disables shared workers, because the test cannot answer their requests.
    await page.addInitScript('delete globalThis.SharedWorker');
    const header = page.getByRole('banner');
    // Answers requests for the battery, because the machine that runs the test may have none.
    const show = async (battery: BatteryState) => {
      await page.unrouteAll();
      const body = `event: snapshot\ndata: ${JSON.stringify({ ...snapshot, battery })}\n\n`;
      await page.route('**/api/v1/events*', (route) =>
        route.fulfill({ contentType: 'text/event-stream', body }),
      );
      await page.route('**/api/v1/player/limits', async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        const answer = await route.fetch();
        const document = (await answer.json()) as { data: { attributes: object } };
        Object.assign(document.data.attributes, { battery, can_shut_down: true });
        return route.fulfill({ response: answer, json: document });
      });
      await page.reload();
    };
    await show({ state: 'missing' });
    await header.getByText('Serial number').waitFor();
    expect(await header.getByText('Battery').count()).toBe(0);
    await show({ state: 'charging', percent: 40, low: false });
    await header.getByText('Battery 40 %, charging').waitFor();
    await show({ state: 'discharging', percent: 12, low: true });
    await header.getByRole('status').getByText('Battery 12 %. Connect the charger.').waitFor();
    expect(await obstacles(page)).toEqual([]);

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Limits' }).click();
    const dialog = page.getByRole('dialog');
    const level = dialog.getByLabel('Shut down at battery level, %');
    await level.fill('60');
    await dialog.getByText('Enter a number from 1 to 50.').waitFor();
    await level.fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Limits saved.').waitFor();
    const limits = await (await fetch(`${station.url}/api/v1/player/limits`)).json();
    expect(limits).toMatchObject({ data: { attributes: { shutdown_battery: 5 } } });
  });
});
