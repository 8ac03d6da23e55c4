import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { sharedPlotter, uprightLines } from '../../support/plotter.ts';
import { openMachineSettings } from './support.ts';

/**
 * Holds the responses from an address until they are released. Returns how often the address was requested.
 */
async function heldBack(page: Page, address: string) {
  let letThrough = () => {};
  const isThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const held = { asked: 0, letThrough };
  await page.route(address, async (route: Route) => {
    const response = await route.fetch();
    held.asked += 1;
    await isThrough;
    await route.fulfill({ response });
  });
  return held;
}

describe.skipIf(!chromiumProgram.run)('the plotter page while responses are pending', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

  it('shows jobs that were added, finished or removed meanwhile', async () => {
    const { url, client } = plotter();
    const { id: old } = await client.queueJob({ script: uprightLines(1), name: 'Old' });
    const kept = await client.queueJob({
      script: uprightLines(1),
      name: 'Kept',
      pauses: [{ before: 2, reason: 'Wait.' }],
    });
    await expect.poll(async () => (await client.jobs.get(kept.id)).state.state).toBe('paused');
    const page = await browser.open('about:blank');
    const list = await heldBack(page, '**/api/plotter/jobs?*');
    await page.goto(url);
    await expect.poll(() => list.asked).toBe(1);

    await client.jobs.resume(kept.id);
    await client.jobs.wait(kept.id);
    await client.jobs.remove(old);
    const { id: late } = await client.queueJob({ script: uprightLines(1), name: 'Late' });
    await client.jobs.wait(late);
    // Once the page shows this reply, it has also received the earlier events of the jobs.
    await client.send('VERSION');
    await page.getByRole('log').getByText('OK VERSION').waitFor();
    list.letThrough();

    const row = (name: string) => page.getByRole('listitem').filter({ hasText: `“${name}”` });
    await row('Late').getByText('Done').waitFor();
    await row('Kept').getByText('Done').waitFor();
    expect(await row('Old').count()).toBe(0);
    expect(page.complaints).toEqual([]);
  });

  it('repeats requests that failed', async () => {
    const page = await browser.open('about:blank');
    let refusals = 0;
    await page.route('**/api/plotter/machine', (route) =>
      refusals++ === 0 ? route.abort() : route.continue(),
    );
    await page.goto(plotter().url);
    await page.getByText('The jobs could not be loaded.').waitFor();
    await openMachineSettings(page);
    await page.getByRole('dialog', { name: 'Machine' }).getByLabel('Resolution').waitFor();
    expect(refusals).toBeGreaterThan(1);
  });

  it('reads a drawing again after reading has failed', async () => {
    const { url, client } = plotter();
    const { id } = await client.queueJob({ script: uprightLines(1), name: 'Torn' });
    await client.jobs.wait(id);
    const page = await browser.open('about:blank');
    let readings = 0;
    await page.route(`**/api/plotter/jobs/${id}/commands`, (route) =>
      readings++ === 0 ? route.abort() : route.continue(),
    );
    await page.goto(url);
    await expect.poll(() => readings).toBe(2);
    await page.getByRole('img', { name: /“Torn”, 100 % plotted/ }).waitFor();
    await expect.poll(() => page.getByText('The drawing could not be loaded.').count()).toBe(0);
  });

  it('sends commands entered meanwhile in order, one at a time, and drops them after a stop', async () => {
    const page = await browser.open(plotter().url);
    await page.getByText('Connected', { exact: true }).waitFor();
    const answer = await heldBack(page, '**/api/plotter/command');
    const log = page.getByRole('log');
    const say = async (line: string) => {
      await page.getByRole('combobox', { name: 'Command' }).fill(line);
      await page.keyboard.press('Enter');
    };
    await say('VERSION');
    await log.getByText('OK VERSION').waitFor();
    await say('PENDOWN');
    await say('PENUP');
    await page.getByText('Waiting for the previous reply: PENDOWN, PENUP').waitFor();
    // Concurrent commands would occupy the connections that Stop needs.
    expect(answer.asked).toBe(1);
    answer.letThrough();
    await log.getByText('OK PEN_UP').waitFor();
    expect(answer.asked).toBe(3);

    const second = await heldBack(page, '**/api/plotter/command');
    await say('STATUS');
    await log.getByText('OK STATUS').waitFor();
    await say('PENDOWN');
    await page.getByRole('button', { name: 'Stop the plotter immediately' }).click();
    await log.getByText('Also not sent: PENDOWN').waitFor();
    second.letThrough();
    await page.getByText('Stopped.').waitFor();
    expect(second.asked).toBe(1);
  });
});
