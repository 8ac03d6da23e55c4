import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { startStation } from '../support/station.ts';

const fox = { serial: '0x04A2245A6B2C80', readable: '04 A2 24 5A 6B 2C 80' };

describe.skipIf(!chromiumProgram.run)('tags on the station page', () => {
  const browser = sharedBrowser();

  it('adds a tag from the reader, binds a file that is chosen or dragged to it, and highlights both; explains why one cannot be added', async () => {
    const station = await startStation();
    station.write('song.mp3');
    const page = await browser.open(station.url);
    await page.getByText('No tags yet').waitFor();
    const add = page.getByRole('button', { name: 'Add a tag' });
    const dialog = page.getByRole('dialog');
    const filename = async () => (await station.client.tags())[0]?.filename;

    await add.click();
    await dialog.getByRole('button', { name: 'Phone' }).click();
    await dialog.getByText('This tag changes its number at every tap').waitFor();
    const hungUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/scanner/tags'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await hungUp;
    await station.client.simulator.put({ serial: fox.serial });
    await page.getByText('Unknown tag').waitFor();
    expect(await station.client.tags()).toEqual([]);
    await station.client.simulator.take();

    await add.click();
    await dialog.getByText('Hold the new tag to the reader').waitFor();
    expect(await dialog.getByRole('timer').textContent()).toMatch(/^\d\d s left$/);
    await dialog.getByRole('button', { name: 'Fox' }).click();
    await dialog.getByText('Added', { exact: true }).waitFor();
    await dialog.getByText(fox.readable).waitFor();
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    await dialog.getByLabel('song.mp3').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“song.mp3” chosen for the tag.').waitFor();
    expect(await station.client.tags()).toEqual([
      { id: 1, model: 'mifare', serial: fox.serial, filename: 'song.mp3' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(filename).toBeNull();

    const card = page.getByRole('listitem').filter({ hasText: fox.readable });
    await station.client.simulator.take();
    await card.getByText('On the reader', { exact: true }).waitFor({ state: 'detached' });
    station.write('dragged.mp3');
    await page.getByRole('listitem').filter({ hasText: 'dragged.mp3' }).dragTo(card);
    await page.getByText('“dragged.mp3” chosen for the tag.').waitFor();
    expect(await filename()).toBe('dragged.mp3');

    await station.client.simulator.put({ serial: fox.serial });
    await card.getByText('On the reader', { exact: true }).waitFor();
    await page.getByText('1 tag, on the reader').waitFor();
    await page.getByRole('button', { name: 'Fox', pressed: true }).click();
    await card.getByText('On the reader', { exact: true }).waitFor({ state: 'detached' });
    expect(page.complaints).toEqual([]);
  });

  it('says that there is no reader, and shows no sample tags', async () => {
    const station = await startStation({ STATION_READER: 'none' });
    const page = await browser.open(station.url);
    await page.getByText('The reader does not work.').waitFor();
    expect(await page.getByRole('region', { name: 'Sample tags' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('dialog').getByText('No reader is set up.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
  });
});
