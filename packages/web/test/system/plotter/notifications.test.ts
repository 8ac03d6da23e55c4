import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { sharedPlotter } from '../../support/plotter.ts';

const browser = sharedBrowser();
const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

/**
 * Records the requested notifications, because a headless browser shows none. As on phones, only a service
 * worker can show one.
 */
const notifications = `window.shown = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission = async () => 'granted';
  constructor() { throw new TypeError('Illegal constructor'); }
};
ServiceWorkerRegistration.prototype.showNotification = async function (title, { body, tag }) {
  if (this.active) window.shown.push({ body, tag });
};`;

/** Sets the visibility of a page, because all tabs of a headless browser count as visible. */
const become = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);

const shown = (page: Page) => page.evaluate('window.shown');

/**
 * Queues a job that waits for a user, and waits until all tabs know it. Returns a function that ends the job.
 */
async function waitingJob(name: string, tabs: Page[]): Promise<() => Promise<void>> {
  const { client } = plotter();
  const pauses = [{ before: 1, reason: 'Lay a sheet' }];
  const { id } = await client.queueJob({ commands: ['PENUP', 'PENUP'], pauses, name });
  for (const tab of tabs)
    await tab.locator('.front-job', { hasText: name }).getByText('Lay a sheet').waitFor();
  return async () => {
    await client.jobs.resume(id);
    for (const tab of tabs)
      await tab.locator('li', { hasText: name }).getByText('Done', { exact: true }).waitFor();
  };
}

it.skipIf(!chromiumProgram.run)(
  'a service worker shows one notification of a finished plot if no tab is visible',
  async () => {
    const page = await browser.open('about:blank');
    await page.context().addInitScript(notifications);
    await page.goto(plotter().url);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByText('Notify me').click();
    await page.getByText('You are notified when').waitFor();
    const other = await page.context().newPage();
    await other.goto(plotter().url);
    await other.getByText('Connected', { exact: true }).waitFor();

    const tabs = [page, other];
    const endSeen = await waitingJob('Seen', tabs);
    await become(page, 'hidden');
    await endSeen();
    const endMissed = await waitingJob('Missed', tabs);
    await become(other, 'hidden');
    await endMissed();
    // Because of the tag, the notifications of both tabs count as one.
    for (const tab of tabs)
      await expect
        .poll(() => shown(tab))
        .toEqual([{ body: '“Missed” is done.', tag: expect.stringMatching(/-2$/) }]);
    expect(page.complaints).toEqual([]);
  },
);
