import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { writeCollection } from '../../../../cli/test/support/write-collection.ts';
import { pictureFrame, taggedMp3 } from '../../../../station/test/support/tagged-mp3.ts';
import { breakableLine } from '../../support/breakable-line.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { fileOnDisk } from '../../support/file-on-disk.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { startStation } from '../../support/station.ts';

describe.skipIf(!chromiumProgram.run)('the station page with a bad connection', () => {
  const browser = sharedBrowser();

  it('cancels a running upload, repeats a failed one, and completes an interrupted one after reconnecting', async () => {
    const station = await startStation();
    const line = await breakableLine(station.url);
    const page = await browser.open(line.url);
    await page.getByText('The card is empty').waitFor();
    const begun = async (name: string) => {
      const bar = page.getByRole('progressbar', { name: `Upload of “${name}”` });
      await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    };

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
    const unfinished = async () => {
      const { data } = (await (await fetch(`${station.url}/api/v1/uploads`)).json()) as {
        data: { attributes: { filename: string; offset: number } }[];
      };
      return data.map(({ attributes }) => attributes);
    };
    await expect.poll(unfinished).toEqual([]);

    // One upload breaks while the page stays connected.
    const repeated = randomBytes(6_000_000);
    await page.setInputFiles('input[multiple]', await fileOnDisk('repeated.bin', repeated));
    await begun('repeated.bin');
    line.breakHeld();
    await page.getByText('1 file uploaded.').waitFor();
    expect(station.read('repeated.bin').equals(repeated)).toBe(true);

    // All connections break.
    line.holdAfter(2_000_000);
    const large = randomBytes(8_000_000);
    await page.setInputFiles('input[multiple]', await fileOnDisk('large.bin', large));
    await begun('large.bin');
    await expect.poll(() => line.isHeld()).toBe(true);
    line.cut();
    await page.getByText('Interrupted. Starts again').waitFor();
    await page.getByText('Connection lost.').waitFor();
    expect(station.onCard()).toEqual(['repeated.bin']);
    // The upload is resumed instead of restarted.
    await expect.poll(async () => (await unfinished())[0]?.offset).toBeGreaterThan(1_000_000);
    line.repair();
    await page.getByRole('listitem').filter({ hasText: 'large.bin' }).getByText('8.0 MB').waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
    expect(station.read('large.bin').equals(large)).toBe(true);
    await page.getByText('Live').waitFor();
  });

  it('shares one event stream between seven tabs, shows that the station is offline, and recovers', async () => {
    const station = await startStation();
    const first = await browser.open(station.url);
    const second = await browser.openBeside(first, station.url);
    const tabs: Page[] = [first, second];
    while (tabs.length < 7) {
      const tab = await first.context().newPage();
      tabs.push(tab);
      // A smaller page takes less time to paint.
      await tab.setViewportSize({ width: 800, height: 400 });
      await tab.goto(station.url);
    }
    for (const tab of tabs) await tab.getByText('Live').waitFor();
    station.write('for everybody.txt');
    for (const tab of tabs) await tab.getByText('for everybody.txt').waitFor();

    // Inserts a card with two collections. The second is empty.
    renameSync(station.cardDir, `${station.cardDir}-out`);
    await expect(station.client.card()).rejects.toThrow('no card');
    await second.getByText('No card.', { exact: true }).waitFor();
    writeCollection(`${station.cardDir}-out/kitchen`, 2);
    mkdirSync(`${station.cardDir}-out/zz`);
    writeFileSync(`${station.cardDir}-out/zz/collection.json`, '{}');
    renameSync(`${station.cardDir}-out`, station.cardDir);
    await station.client.card();
    await second.getByText('Collection “kitchen” imported: 2 files, 2 tags.').waitFor();
    await second.getByText('The collection “zz” on the card was not imported.').waitFor();
    await second.getByText('it is not a collection. Nothing was changed. Export it again.').waitFor();
    await second.getByText('2.mp3').first().waitFor();

    // When the tab that opened the stream is closed, the others continue. They also reconnect to a restarted
    // station.
    await first.close();
    await station.client.rename('Kitchen');
    for (const tab of tabs.slice(1)) await tab.getByRole('heading', { name: 'Kitchen' }).waitFor();
    const restart = await station.kill();
    for (const tab of tabs.slice(1)) await tab.getByText('Connection lost.').waitFor();
    await second.getByText('Showing the last known state.').waitFor();
    expect(await second.getByText('for everybody.txt').isVisible()).toBe(true);

    station.write('meanwhile.txt');
    const again = await restart();
    for (const tab of tabs.slice(1)) await tab.getByText('Live').waitFor();
    await second.getByText('meanwhile.txt').waitFor();
    await again.client.rename('Studio');
    for (const tab of tabs.slice(1)) {
      await tab.getByRole('heading', { level: 1, name: 'Studio' }).waitFor();
    }
    expect(await second.title()).toBe('Studio');
    expect(second.complaints).toEqual([]);
  });

  it('asks for the access token, and uses it to play files and show covers', async () => {
    const station = await startStation({ STATION_TOKEN: 'open sesame' });
    station.write('note.txt', 'a secret');
    station.write('song.mp3', taggedMp3({ APIC: pictureFrame(onePixel) }));
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
    // The cover is fetched with the token, and released with its row.
    const cover = page.locator('.cover img');
    await cover.waitFor();
    await page.evaluate(`{
      const revoke = URL.revokeObjectURL;
      window.revoked = [];
      URL.revokeObjectURL = (url) => { window.revoked.push(url); revoke(url); };
    }`);
    const address = await cover.getAttribute('src');
    expect(address).toMatch(/^blob:/);
    const { files } = await station.client.card();
    await station.client.remove(files.find(({ filename }) => filename === 'song.mp3')!.id);
    await expect.poll(() => page.evaluate('window.revoked')).toEqual([address]);
    expect(page.asked.filter((url) => url.includes('sesame'))).toEqual([]);
  });
});
