import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createStationPlayer } from '@stationery/client/player';
import { createStationStatistics } from '@stationery/client/statistics';
import { createStationTags } from '@stationery/client/tags';
import { describe, expect, it } from 'vitest';
import { taggedMp3, textFrame } from '../../../../station/test/support/tagged-mp3.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { startStation } from '../../support/station.ts';

const fox = { serial: '0x04A2245A6B2C80' };

describe.skipIf(!chromiumProgram.run)('the station page (tags)', () => {
  const browser = sharedBrowser();

  it('adds a tag from the reader, binds a chosen or dragged file, and explains why a tag cannot be added', async () => {
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
    await expect
      .poll(async () => (await fetch(`${station.url}/metrics`)).text())
      .toContain('stationery_clients_waiting{service="station"} 0');
    await station.client.simulator.put({ serial: fox.serial });
    await page.getByText('Unknown tag').waitFor();
    expect(await station.client.tags()).toEqual([]);
    await station.client.simulator.take();

    await add.click();
    await dialog.getByText('Hold the new tag to the reader').waitFor();
    expect(await dialog.getByRole('timer').textContent()).toMatch(/^\d\d s left$/);
    await dialog.getByRole('button', { name: 'Fox' }).click();
    await dialog.getByText('Added', { exact: true }).waitFor();
    await dialog.getByText(fox.serial).waitFor();
    await dialog.getByRole('button', { name: 'Choose a file' }).click();
    await dialog.getByLabel('song.mp3').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“song.mp3” chosen for the tag.').waitFor();
    expect(await station.client.tags()).toEqual([
      { id: 1, model: 'mifare', serial: fox.serial, filename: 'song.mp3' },
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(filename).toBeNull();

    const card = page.getByRole('listitem').filter({ hasText: fox.serial });
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

  it('keeps the change of an event that arrives while the lists are read, although the response is older', async () => {
    const station = await startStation({ STATION_PLAYER: 'none' });
    const { client } = station;
    station.write('song.mp3', taggedMp3({ TIT2: textFrame('The Song') }));
    const tags = createStationTags({ baseUrl: station.url });
    await client.simulator.put({ serial: fox.serial });
    const [tag] = await client.waitForTags({ timeoutSeconds: 10 });
    await client.simulator.take();
    await tags.change(tag!.id, { name: 'Old name' });
    const page = await browser.open(station.url);
    await page.getByText('Old name').first().waitFor();

    /** Reloads the page and holds the response to its request until it is released. */
    const reloadAndHold = async (path: string) => {
      const held = new EventEmitter();
      const isAsked = once(held, 'asked');
      const isReleased = once(held, 'release');
      let isReloaded = false;
      await page.route(`**${path}`, async (route) => {
        // A request from before the reload may fail, because the reload ends it.
        if (!isReloaded) return route.continue().catch(() => undefined);
        const response = await route.fetch();
        held.emit('asked');
        await isReleased;
        await route.fulfill({ response });
      });
      await page.reload({ waitUntil: 'commit' });
      isReloaded = true;
      return { isAsked, release: () => held.emit('release') };
    };
    const details = await reloadAndHold('/api/v1/tag-details');
    await details.isAsked;
    // The station's name appears once the page receives events. If the tag were renamed earlier, its new name would
    // already come with the page's second request.
    await page
      .getByText((await client.settings()).nickname)
      .first()
      .waitFor();
    await tags.change(tag!.id, { name: 'New name' });
    // The station's new name appears once all earlier events have been applied.
    await client.rename('Kitchen');
    await page.getByText('Kitchen').first().waitFor();
    details.release();
    const card = page.locator('.tag-card').filter({ hasText: fox.serial });
    expect(await card.textContent()).toContain('New name');

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const metadata = await reloadAndHold('/api/v1/metadata');
    await metadata.isAsked;
    await page.getByText('Kitchen').first().waitFor();
    station.write('next.mp3', taggedMp3({ TIT2: textFrame('The Next Song') }));
    await page.getByText('The Next Song').waitFor();
    const isAnswered = page.waitForResponse('**/api/v1/metadata');
    metadata.release();
    await (await isAnswered).finished();
    // The title of the other file comes with the response.
    await page.getByText('The Song').waitFor();
    expect(await page.getByText('The Next Song').count()).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('sets names, playlists and actions of tags, binds and deletes many files, and replaces and removes tags', async () => {
    const station = await startStation({ STATION_PLAYER: 'none' });
    for (const name of ['a.mp3', 'b.mp3', 'c.mp3', 'd.txt']) station.write(name);
    station.write('fox.png', onePixel);
    const page = await browser.open(station.url);
    const tags = createStationTags({ baseUrl: station.url });
    const dialog = page.getByRole('dialog');
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const choose = async (tag: string, item: string) => {
      await page.getByRole('button', { name: `More actions for tag ${tag}` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };

    // Adds several tags in sequence.
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await dialog.getByLabel('Add many in a row').check();
    await press('Fox');
    await dialog.getByText('1 tag added').waitFor();
    await press('Owl');
    await dialog.getByText('2 tags added').waitFor();
    await press('Snail');
    await dialog.getByText('3 tags added').waitFor();
    await press('Done');
    // Other clients see the same names.
    expect((await tags.list()).map(({ name }) => name)).toEqual(['Fox', 'Owl', 'Snail']);

    // Binds several files to a tag as its playlist.
    await page.getByRole('button', { name: 'Select files' }).click();
    await page.getByLabel('Select “c.mp3”').click();
    await page.getByLabel('Select “a.mp3”').click({ modifiers: ['Shift'] });
    await page.getByRole('toolbar').getByRole('button', { name: 'Choose a tag' }).click();
    await dialog.getByLabel(/^Fox/).check();
    await press('Save');
    await page.getByText('3 files chosen for the tag.').waitFor();
    const meaning = async (id: number) => (await tags.get(id)).meaning;
    const before = await meaning(1);
    expect(before).toMatchObject({ kind: 'playlist', shuffled: false });

    // Sets a name, a colour and a note, and reorders with the keyboard.
    await choose('Fox', 'Edit tag');
    await dialog.getByLabel('Name', { exact: true }).fill('The fox');
    await dialog.getByLabel('Orange').check({ force: true });
    await dialog.getByLabel('Picture', { exact: true }).selectOption('fox.png');
    await dialog.getByLabel('Note').fill('Red fur.');
    const [first] = (before as { files: string[] }).files;
    await dialog.getByRole('button', { name: `Move “${first}” down` }).press('Enter');
    await dialog.getByText(`“${first}” is number 2.`).waitFor();
    await dialog.getByLabel('Shuffle').check();
    await dialog.getByRole('button', { name: 'd.txt' }).click();
    await dialog.getByText('Playback of this tag').click();
    await dialog.getByLabel('When it comes again').selectOption('One per tap');
    // The default comes first, before the numbers.
    expect(await dialog.getByLabel('Volume').locator('option').first().textContent()).toBe('As it is set');
    await dialog.getByLabel('Volume').selectOption('40');
    expect(await obstacles(page)).toEqual([]);
    await press('Save');
    await page.getByText('“The fox” saved.').waitFor();
    const saved = await tags.get(1);
    expect(saved).toMatchObject({
      name: 'The fox',
      colour: '#e8862e',
      picture: 'fox.png',
      note: 'Red fur.',
      playback: { on_again: 'single', volume: 40 },
    });
    await page.getByRole('listitem').filter({ hasText: 'The fox' }).locator('.cover img').waitFor();
    expect(saved.meaning).toMatchObject({ kind: 'playlist', shuffled: true });
    expect((saved.meaning as { files: string[] }).files.indexOf(first ?? '')).toBe(1);
    expect((saved.meaning as { files: string[] }).files.at(-1)).toBe('d.txt');

    // Sets an action and a web address; both can be undone.
    await choose('Owl', 'Edit tag');
    await dialog.getByText('Action', { exact: true }).click();
    await dialog.getByLabel('Action', { exact: true }).last().selectOption('sleep');
    await dialog.getByLabel('Minutes').fill('45');
    await press('Save');
    const owl = page.getByRole('listitem').filter({ hasText: '0x04B711' });
    await owl.getByText('Sleep timer, 45 min').waitFor();
    expect(await meaning(2)).toEqual({ kind: 'action', action: 'sleep', minutes: 45 });
    // The tag's event may arrive before the response. The page shows the toast after the response.
    const owlSaved = page.locator('.toast').filter({ hasText: '“Owl” saved.' });
    await owlSaved.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => meaning(2)).toBeNull();

    // A web address may omit its scheme. The page explains what is wrong with an invalid address.
    await choose('Owl', 'Edit tag');
    await dialog.getByText('Web address', { exact: true }).first().click();
    await dialog.getByLabel('Web address', { exact: true }).last().fill('owls');
    await dialog.getByText('Enter an address that starts with').waitFor();
    await dialog.getByLabel('Web address', { exact: true }).last().fill('example.org/owl');
    await press('Save');
    await expect.poll(() => meaning(2)).toEqual({ kind: 'link', url: 'https://example.org/owl' });

    // A stream has a web address too.
    await choose('Owl', 'Edit tag');
    await dialog.getByText('Stream', { exact: true }).click();
    await dialog.getByLabel('Web address', { exact: true }).last().fill('radio.example/owl.mp3');
    await press('Save');
    await expect.poll(() => meaning(2)).toEqual({ kind: 'stream', url: 'https://radio.example/owl.mp3' });
    await page.getByRole('listitem').filter({ hasText: 'https://radio.example/owl.mp3' }).waitFor();

    // Replaces the lost tag “Fox” by “Snail”. “Owl” is not offered, because it is in use.
    await choose('The fox', 'Replace lost tag');
    expect(await dialog.getByLabel(/^Owl/).count()).toBe(0);
    await dialog.getByLabel(/^Snail/).check();
    await press('Save');
    await page.getByText('Tag for “The fox” replaced.').waitFor();
    expect((await tags.list()).map(({ id, name }) => [id, name])).toEqual([
      [2, 'Owl'],
      [3, 'The fox'],
    ]);
    // A tag that is not added yet is placed on the reader while the question is open.
    await choose('The fox', 'Replace lost tag');
    await dialog.getByText('There is no unused tag yet.').waitFor();
    await dialog.getByRole('button', { name: 'Hare' }).click();
    await dialog.getByRole('radio', { name: /^Hare · 0x/, checked: true }).waitFor();
    expect(await obstacles(page)).toEqual([]);
    await press('Save');
    await expect
      .poll(async () => (await tags.list()).map(({ id, name }) => [id, name]))
      .toEqual([
        [2, 'Owl'],
        [4, 'The fox'],
      ]);
    await choose('Owl', 'Remove tag');
    expect(await obstacles(page)).toEqual([]);
    await press('Remove tag');
    await owl.waitFor({ state: 'detached' });
    expect(await tags.list()).toHaveLength(1);

    // A renamed file stays in the playlist of its tag.
    await page.getByRole('button', { name: 'More actions for “d.txt”' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByLabel('New name').fill('a.mp3');
    await press('Save');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('New name').fill('e.txt');
    await press('Save');
    await page.getByText('Renamed to “e.txt”.').waitFor();
    expect(((await meaning(4)) as { files: string[] }).files.at(-1)).toBe('e.txt');

    // Shows taps as a chart and as a table, with a switch to turn counting off.
    const statistics = createStationStatistics({ baseUrl: station.url });
    await station.client.simulator.put({ serial: '0x5A3CE197' });
    await expect.poll(async () => (await statistics.get()).tags.length).toBe(1);
    await page.getByRole('button', { name: 'Statistics' }).click();
    await dialog.getByText('Tags', { exact: true }).click();
    await dialog.getByRole('row', { name: /^Unknown tags 1 / }).waitFor();
    await page.keyboard.press('Escape');
    // A tag without a name is named as in the list.
    const [unnamed] = await station.client.waitForTags();
    await tags.change(unnamed!.id, { meaning: { kind: 'link', url: 'https://example.org/lion' } });
    await createStationPlayer({ baseUrl: station.url }).changeSettings({ grace: 0 });
    await station.client.simulator.take();
    await station.client.simulator.put({ serial: '0x5A3CE197' });
    await expect.poll(async () => (await statistics.get()).tags.length).toBe(2);
    await page.getByRole('button', { name: 'Statistics' }).click();
    await dialog.getByText('Tags', { exact: true }).click();
    await dialog.getByRole('row', { name: /^https:\/\/example\.org\/lion 1 / }).waitFor();
    await tags.remove(unnamed!.id);
    await dialog.getByText('Hours', { exact: true }).click();
    await dialog.getByRole('table', { name: 'Taps by the hour of the day' }).waitFor({ state: 'attached' });
    const saving = page.waitForEvent('download');
    await press('Download as CSV');
    expect((await saving).suggestedFilename()).toBe('statistics.csv');
    await dialog.getByLabel('Count taps').uncheck();
    await expect.poll(async () => (await statistics.get()).recording).toBe(false);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Select files' }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('5 files deleted. 1 tag has no file now.').waitFor();
    const last = page.getByRole('listitem').filter({ hasText: 'The fox' });
    await last.getByText('No file', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('5 files', { exact: true }).waitFor();
    expect(station.onCard()).toHaveLength(5);
    expect(page.complaints).toEqual([]);
  });

  it('prints labels at their exact size, and saves them as a drawing', async () => {
    const station = await startStation();
    station.write('lion.png', onePixel);
    const tags = createStationTags({ baseUrl: station.url });
    await station.client.card();
    const { id } = await tags.add({ ...fox, model: 'mifare' });
    await tags.change(id, { name: 'Löwe', picture: 'lion.png' });
    const page = await browser.open(station.url);
    await page.getByRole('button', { name: 'Print labels' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 label on A4').waitFor();
    await dialog.getByText('Card, 85.6 × 54 mm').click();
    expect(await obstacles(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Drawing for the plotter' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toContain('width="210mm" height="297mm"');
    await page.emulateMedia({ media: 'print' });
    const printed = page.locator('.label-print > .label-sheet > .label');
    expect(await printed.textContent()).toBe('Löwe');
    expect(await page.evaluate("document.querySelector('.label-print img').naturalWidth")).toBe(1);
    const box = (await printed.boundingBox())!;
    expect(box.width).toBeCloseTo((85.6 / 25.4) * 96, 0);
    expect(box.height).toBeCloseTo((54 / 25.4) * 96, 0);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false);
    expect(page.complaints).toEqual([]);
  });

  it('reports a missing reader and offers no sample tags', async () => {
    const station = await startStation({ STATION_READER: 'none' });
    const page = await browser.open(station.url);
    await page.getByText('The reader does not work.').waitFor();
    expect(await page.getByRole('region', { name: 'Sample tags' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('dialog').getByText('No reader is set up.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
  });
});
