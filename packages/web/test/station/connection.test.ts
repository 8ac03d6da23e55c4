import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { breakableLine } from '../support/breakable-line.ts';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { fileOnDisk } from '../support/file-on-disk.ts';
import { startStation } from '../support/station.ts';

describe.skipIf(!chromiumProgram.run)('the station page and its connection', () => {
  const browser = sharedBrowser();

  it('completes an interrupted upload as soon as the connection is back', async () => {
    const station = await startStation();
    const line = await breakableLine(station.url);
    const page = await browser.open(line.url);
    await page.getByText('The card is empty').waitFor();
    const buffer = randomBytes(8_000_000);

    line.holdAfter(2_000_000);
    await page.setInputFiles('input[multiple]', await fileOnDisk('large.bin', buffer));
    const bar = page.getByRole('progressbar', { name: 'Upload of “large.bin”' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    line.cut();
    await page.getByText('Interrupted. Starts again').waitFor();
    await page.getByText('Connection lost.').waitFor();
    expect(station.onCard()).toEqual([]);

    line.repair();
    await page.getByRole('listitem').filter({ hasText: 'large.bin' }).getByText('8.0 MB').waitFor();
    await page.getByText('1 file uploaded.').waitFor();
    expect(station.read('large.bin').equals(buffer)).toBe(true);
    await page.getByText('Live').waitFor();
  });

  it('repeats an upload that failed while the page stayed connected', async () => {
    const station = await startStation();
    const line = await breakableLine(station.url);
    const page = await browser.open(line.url);
    await page.getByText('The card is empty').waitFor();
    line.holdAfter(2_000_000);
    const buffer = randomBytes(6_000_000);
    await page.setInputFiles('input[multiple]', await fileOnDisk('large.bin', buffer));
    const bar = page.getByRole('progressbar', { name: 'Upload of “large.bin”' });
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    line.breakHeld();
    await page.getByText('1 file uploaded.').waitFor();
    expect(station.read('large.bin').equals(buffer)).toBe(true);
  });

  it('works in seven tabs of one browser, which share one event stream', async () => {
    const station = await startStation();
    const first = await browser.open(station.url);
    const tabs: Page[] = [first];
    while (tabs.length < 7) {
      const tab = await first.context().newPage();
      tabs.push(tab);
      await tab.goto(station.url);
    }
    for (const tab of tabs) await tab.getByText('Live').waitFor();
    station.write('for everybody.txt');
    for (const tab of tabs) await tab.getByText('for everybody.txt').waitFor();

    // The others continue when the one that opened the stream is closed, and come back when the station does.
    await first.close();
    await station.client.rename('Kitchen');
    for (const tab of tabs.slice(1)) await tab.getByRole('heading', { name: 'Kitchen' }).waitFor();
    const restart = await station.kill();
    for (const tab of tabs.slice(1)) await tab.getByText('Connection lost.').waitFor();
    await restart();
    for (const tab of tabs.slice(1)) await tab.getByText('Live').waitFor();
    await station.client.rename('Studio');
    for (const tab of tabs.slice(1)) await tab.getByRole('heading', { name: 'Studio' }).waitFor();
  });

  it('can cancel a running upload without leaving anything on the card', async () => {
    const station = await startStation();
    const line = await breakableLine(station.url);
    const page = await browser.open(line.url);
    await page.getByText('The card is empty').waitFor();
    line.holdAfter(2_000_000);
    const names = ['a.bin', 'b.bin', 'c.bin'];
    const files = names.map((name) => fileOnDisk(name, randomBytes(6_000_000)));
    await page.setInputFiles('input[multiple]', await Promise.all(files));
    await page.getByText('Queued').waitFor();
    for (const name of names) {
      await page.getByRole('button', { name: `Cancel the upload of “${name}”` }).click();
    }
    await page.getByText('Upload of “c.bin” cancelled.').waitFor();
    await page.getByText('The card is empty').waitFor();
    expect((await station.client.card()).files).toEqual([]);
  });

  it('says that the station is offline, and shows its state when it is back', async () => {
    const station = await startStation();
    station.write('before.txt');
    const page = await browser.open(station.url);
    await page.getByText('Live').waitFor();
    await page.getByText('before.txt').waitFor();

    const startAgain = await station.kill();
    await page.getByText('Connection lost.').waitFor();
    await page.getByText('Showing the last known state.').waitFor();
    expect(await page.getByText('before.txt').isVisible()).toBe(true);

    station.write('meanwhile.txt');
    const again = await startAgain();
    await page.getByText('Live').waitFor();
    await page.getByText('meanwhile.txt').waitFor();
    await again.client.rename('Back again');
    await page.getByRole('heading', { level: 1, name: 'Back again' }).waitFor();
    expect(await page.title()).toBe('Back again');
    expect(page.complaints).toEqual([]);
  });

  it('asks for the access token, and plays files with it', async () => {
    const station = await startStation({ STATION_TOKEN: 'open sesame' });
    station.write('note.txt', 'a secret');
    const page = await browser.open(station.url);
    const enter = async (token: string) => {
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Unlock' }).click();
    };
    await enter('wrong');
    await page.getByText('That token is wrong.').waitFor();
    await enter('open sesame');
    await page.getByRole('button', { name: 'Preview “note.txt”' }).click();
    await page.getByRole('dialog').getByText('a secret').waitFor();
    await page.reload();
    await page.getByText('note.txt').waitFor();
    expect(page.asked.filter((url) => url.includes('sesame'))).toEqual([]);
  });
});
