import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { sharedStation, startStation, type TestStation } from '../../support/station.ts';

const text = (name: string, content = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

describe.skipIf(!chromiumProgram.run)('the station page (files)', () => {
  const browser = sharedBrowser();
  const shared = sharedStation();
  const opened = sharedPage(() => shared().url);
  beforeEach(() => shared().emptyCard());

  // Runs first, because a page that is already open would follow each of the two thousand files.
  it('shows two thousand files at once, and finds words in any order', async () => {
    const station = shared();
    for (let at = 1; at <= 2000; at++)
      station.write(`${at === 1000 ? 'Zug' : 'Lied'} ${at} von Räubern.mp3`, '');
    const page = await browser.open(station.url);
    await page.getByText('2,000 files', { exact: true }).waitFor();
    // The page contains only rows near the window, and screen readers get their position in the list.
    await page.locator('.file-row[aria-posinset="1"]').waitFor();
    expect(await page.locator('.file-row').count()).toBeLessThan(120);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.locator('.file-row[aria-posinset="2000"]').waitFor();
    await page.evaluate('scrollTo(0, 0)');
    const focused = () =>
      page.evaluate('document.activeElement.closest(".file-row")?.getAttribute("aria-posinset") ?? null');
    const press = async (key: string, row: string | null) => {
      await page.keyboard.press(key);
      await expect.poll(focused, { message: key }).toBe(row);
    };
    await page.getByRole('radio', { name: 'Newest' }).focus();
    await press('Tab', '1');
    await press('ArrowDown', '2');
    await press('End', '2000');
    await press('ArrowUp', '1999');
    await press('Home', '1');
    await press('z', '1001');
    await press('ArrowRight', '1001');
    expect(await page.evaluate('document.activeElement.ariaLabel')).toMatch(/^More actions for “Zug 1000 /);
    await press('Tab', null);
    await press('Shift+Tab', '1001');
    await press('Shift+Tab', null);
    expect(await page.evaluate('document.activeElement.closest(".file-tools") !== null')).toBe(true);
    await page.evaluate('scrollTo(0, 0)');
    // On a phone, the tags are below all files, and one tap leads there and back.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate('scrollTo(0, 0)');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    const isInWindow = (title: string) =>
      page.getByRole('heading', { name: title }).evaluate((heading) => {
        const { top, bottom } = heading.getBoundingClientRect();
        return top > 0 && bottom < 844;
      });
    expect(await isInWindow('Tags')).toBe(false);
    await sections.getByRole('link', { name: 'Tags' }).click();
    await expect.poll(() => isInWindow('Tags')).toBe(true);
    await sections.getByRole('link', { name: 'Files' }).click();
    await expect.poll(() => isInWindow('Files')).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Search files').fill('raubern 77');
    await page.getByText('38 of 2,000 files found').waitFor();
    await expect.poll(() => page.locator('.file-row').count()).toBe(38);
    await page.getByLabel('Search files').fill('raubern 2001');
    await page.getByText('No file name contains “raubern 2001”.').waitFor();
    // The card of a test is a folder, so the page explains that the space is that of its disk.
    await page.getByText('The space shown is that of its whole disk.').waitFor();
  });

  it('explains an empty card, uploads files that are dropped anywhere, and shows changes by other clients at once', async () => {
    const station = shared();
    const page = await opened();
    await page.getByText('The card is empty').waitFor();

    const names = ['one.txt', 'Räuber & Co #1.txt', 'three.txt', 'four.txt'];
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) data.items.add(new File([name.repeat(1000)], name));
      return data;
    })()`);
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: dropped });
    await page.getByText('Drop to upload').waitFor();
    await page.dispatchEvent('h1', 'drop', { dataTransfer: dropped });

    await page.getByText('4 files uploaded.').waitFor();
    for (const name of names) await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    expect(station.onCard()).toEqual(names.toSorted());
    expect(station.read('Räuber & Co #1.txt').toString()).toBe('Räuber & Co #1.txt'.repeat(1000));
    expect(page.complaints).toEqual([]);

    station.write('from-a-laptop.txt');
    const row = page.getByRole('listitem').filter({ hasText: 'from-a-laptop.txt' });
    await row.waitFor();
    await station.client.remove((await fileOn(station, 'from-a-laptop.txt'))!.id);
    await row.waitFor({ state: 'detached' });
  });

  it('deletes a file when the time to undo is over, or when the page is left', async () => {
    const station = shared();
    for (const name of ['keep.txt', 'drop.txt', 'leave.txt']) station.write(name);
    await station.client.card();
    await station.client.simulator.put({ serial: '0x5A3CE197', model: 'mifare_classic' });
    const [tag] = await station.client.waitForTags({ timeoutSeconds: 10 });
    await station.client.bind(tag!.id, 'keep.txt');
    const page = await browser.open(station.url);
    const row = (name: string) => page.locator('.file-row').filter({ hasText: name });
    const remove = async (name: string) => {
      await page.getByRole('button', { name: `More actions for “${name}”` }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await row(name).waitFor({ state: 'detached' });
    };

    await remove('keep.txt');
    await page.getByText('“keep.txt” deleted. 1 tag has no file now.').waitFor();
    expect(station.onCard()).toContain('keep.txt');
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('keep.txt').waitFor();

    await remove('drop.txt');
    await page.evaluate(`(() => {
      globalThis.added = [];
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) added.push(node.textContent);
      }).observe(document.querySelector('.file-list'), { childList: true });
    })()`);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => station.onCard()).toEqual(['keep.txt', 'leave.txt']);
    station.write('later.txt');
    await row('later.txt').waitFor();
    expect(await page.evaluate('added.map((text) => text.slice(0, 9))')).toEqual(['later.txt']);
    await station.client.remove((await fileOn(station, 'later.txt'))!.id);
    await row('later.txt').waitFor({ state: 'detached' });

    await remove('leave.txt');
    expect(station.onCard()).toEqual(['keep.txt', 'leave.txt']);
    await page.goto('about:blank');
    await expect.poll(() => station.onCard()).toEqual(['keep.txt']);
  });

  it('keeps the search field as long as a search hides files', async () => {
    const station = shared();
    for (let at = 1; at <= 7; at++) station.write(`${at}.txt`);
    await station.client.card();
    const page = await opened();
    const search = page.getByLabel('Search files');
    await search.fill('7');
    await page.getByText('1 of 7 files found').waitFor();
    await station.client.remove((await fileOn(station, '7.txt'))!.id);
    await page.getByText('No file name contains “7”.').waitFor();
    await search.fill('');
    await page.locator('.file-row').nth(5).waitFor();
    await search.waitFor({ state: 'detached' });
  });

  it('asks what to do if a name is taken: choose another name, skip, or replace', async () => {
    const station = shared();
    station.write('song.txt', 'the old one');
    const [old] = (await station.client.card()).files;
    await station.client.simulator.put({ serial: '0x04A2245A6B2C80' });
    const [tag] = await station.client.waitForTags({ timeoutSeconds: 10 });
    await station.client.bind(tag!.id, 'song.txt');
    const page = await opened();
    await page.locator('.file-row').filter({ hasText: 'song.txt' }).waitFor();
    await page.setInputFiles('input[multiple]', [text('song.txt', 'the new one')]);
    await page.getByText('A file with this name is already on the card.').waitFor();
    await page.getByRole('button', { name: 'Choose another name' }).click();
    const name = page.getByRole('dialog').getByLabel('New name');
    expect(await name.inputValue()).toBe('song 2.txt');
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click();
    await page.getByText('1 file uploaded.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'song 2.txt' }).waitFor();
    expect(station.read('song.txt').toString()).toBe('the old one');
    expect(station.read('song 2.txt').toString()).toBe('the new one');

    const onTheirWay = page.getByRole('region', { name: 'Uploads' });
    await page.setInputFiles('input[multiple]', [text('song.txt', 'the third one')]);
    await page.getByRole('button', { name: 'Skip' }).click();
    await onTheirWay.waitFor({ state: 'detached' });
    expect(station.read('song.txt').toString()).toBe('the old one');

    await page.setInputFiles('input[multiple]', [text('song.txt', 'the third one')]);
    await page.getByRole('button', { name: 'Replace' }).click();
    await onTheirWay.waitFor({ state: 'detached' });
    await expect.poll(() => station.onCard()).toEqual(['song 2.txt', 'song.txt']);
    await expect.poll(() => station.read('song.txt').toString()).toBe('the third one');
    // The same file has different content, so its tag keeps its meaning.
    expect((await station.client.card()).files[0]).toEqual({ ...old, size: 'the third one'.length });
    const known = (await station.client.tags()).find(({ id }) => id === tag!.id);
    expect(known?.filename).toBe('song.txt');
    await page.getByRole('listitem').filter({ hasText: tag!.serial }).getByText('song.txt').waitFor();
  });

  it('skips identical files and replaces the others, selects rows by click, and downloads them as one archive', async () => {
    const station = shared();
    const names = ['one.txt', 'two.txt', 'three.txt'];
    for (const name of names) station.write(name, `${name} old`);
    const page = await opened();
    for (const name of names) await page.locator('.file-row').filter({ hasText: name }).waitFor();
    await page.setInputFiles('input[multiple]', [
      text('one.txt', 'one.txt old'),
      text('two.txt', 'two.txt new'),
      text('three.txt', 'three.txt longer'),
    ]);
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('3 files already on the card').waitFor();
    await uploads.getByRole('button', { name: 'Skip identical' }).click();
    await page.getByText('1 file skipped.').waitFor();
    await uploads.getByText('2 files already on the card').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await uploads.getByRole('button', { name: 'Replace all' }).click();
    await page.getByText('2 files uploaded.').waitFor();
    const contents = names.map((name) => station.read(name).toString());
    expect(contents).toEqual(['one.txt old', 'two.txt new', 'three.txt longer']);

    const row = (name: string) => page.locator('.file-row').filter({ hasText: name });
    const bar = page.getByRole('toolbar', { name: 'Selected files' });
    const last = row('three.txt');
    const before = await last.boundingBox();
    await row('one.txt').getByText('one.txt').click();
    await bar.getByText('1 selected').waitFor();
    // A Shift click that began before the bar appeared would be lost if the rows moved.
    expect(await last.boundingBox()).toEqual(before);
    await last.getByText('three.txt').click({ modifiers: ['Shift'] });
    await bar.getByText('3 selected').waitFor();
    await row('two.txt').getByText('two.txt').click();
    await bar.getByText('2 selected').waitFor();
    expect(await obstacles(page)).toEqual([]);
    // All in one line.
    expect((await bar.boundingBox())!.height).toBeLessThan(64);
    const heightOf = async (name: string) => (await bar.getByRole('button', { name }).boundingBox())?.height;
    expect(await heightOf('Select all')).toBe(await heightOf('Delete'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
    const archive = readFileSync(await download.path(), 'latin1');
    expect(archive).toContain('one.txtone.txt old');
    expect(archive).toContain('three.txtthree.txt longer');
    expect(archive).not.toContain('two.txt');
    await bar.getByRole('button', { name: 'Cancel' }).click();
    await bar.waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 390, height: 844 });
    const onPhone = await last.boundingBox();
    await page.getByRole('button', { name: 'Select files' }).click();
    await bar.waitFor();
    expect(await last.boundingBox()).toEqual(onPhone);
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole('button', { name: 'Select files' }).click();
    await bar.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('suggests a valid name for a rejected file', async () => {
    const station = shared();
    const page = await opened();
    await page.getByText('The card is empty').waitFor();
    await page.setInputFiles('input[multiple]', [text('con.txt', 'reserved')]);
    await page.getByText('is reserved by some systems').waitFor();
    await page.getByRole('button', { name: 'Choose another name' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('New name');
    expect(await name.inputValue()).toBe('con file.txt');
    await name.fill('ü'.repeat(130));
    await dialog.getByText('260/255').waitFor();
    expect(await dialog.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);
    await name.fill('fine.txt');
    await dialog.getByText('8/255').waitFor();
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('1 file uploaded.').waitFor();
    expect(station.onCard()).toEqual(['fine.txt']);
  });

  it('explains why a file was refused, and removes it from the list', async () => {
    const station = await startStation({ STATION_MAX_UPLOAD_BYTES: '1000' });
    const page = await browser.open(station.url);
    await page.setInputFiles('input[multiple]', [text('large.txt', 'x'.repeat(5000))]);
    const row = page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');
    expect(await row.getByRole('alert').textContent()).toMatch(/1000 bytes/);
    await row.getByRole('button', { name: 'Remove “large.txt” from the list' }).click();
    await row.waitFor({ state: 'detached' });
    expect(station.onCard()).toEqual([]);

    // If a replacement is refused, the existing file stays.
    station.write('large.txt', 'the old one');
    await page.getByText('1 file', { exact: true }).waitFor();
    await page.setInputFiles('input[multiple]', [text('large.txt', 'x'.repeat(5000))]);
    await page.getByRole('button', { name: 'Replace' }).click();
    await row.getByRole('alert').getByText('1000 bytes').waitFor();
    expect(station.onCard()).toEqual(['large.txt']);
    expect(station.read('large.txt').toString()).toBe('the old one');
  });

  it('shows folders as albums, uploads a folder, and binds one to a tag', async () => {
    const station = shared();
    for (const name of [
      'Stories/10.wav',
      'Stories/2.wav',
      'Stories/cover.png',
      'Stories/Winter/1.wav',
      'solo.wav',
    ])
      station.write(name, name.endsWith('.png') ? dot : tone());
    const page = await opened();
    const row = (name: string) => page.locator('.file-row').filter({ hasText: name });
    await row('Stories').getByText('4 files').waitFor();
    await page.getByText('5 files', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open “Stories”' }).click();
    await row('2.wav').first().waitFor();
    expect(await page.locator('.file-row-name').allTextContents()).toEqual([
      'Winter',
      '2.wav',
      '10.wav',
      'cover.png',
    ]);
    await page.getByRole('button', { name: 'Open “Stories/Winter”' }).click();
    await row('1.wav').waitFor();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();

    const folder = join(await temporaryFolder(), 'Songs');
    mkdirSync(join(folder, 'Disc 2'), { recursive: true });
    for (const name of ['1.txt', 'Disc 2/1.txt', '.DS_Store']) writeFileSync(join(folder, name), name);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add a folder' }).click();
    await (await chooser).setFiles(folder);
    await page.getByText('2 files uploaded.').waitFor();
    expect(station.read('Songs/Disc 2/1.txt').toString()).toBe('Disc 2/1.txt');
    expect(station.onCard()).toEqual(['Songs', 'Stories', 'solo.wav']);
    // The order of an open folder cannot be chosen.
    const byName = page.getByRole('radio', { name: 'Name', exact: true });
    await byName.waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Open “Songs”' }).click();
    await byName.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back', exact: true }).click();

    const serial = '0x04A2245A6B2C99';
    await station.client.simulator.put({ serial, model: 'mifare' });
    await station.client.waitForTags({ timeoutSeconds: 20 });
    await page.getByRole('button', { name: 'Choose a tag: Stories' }).click();
    await page.getByRole('dialog').getByText(serial).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.locator('.tag-card').getByText('Folder “Stories”').waitFor();
    // A tag without a name does not repeat what it plays.
    expect(await page.locator('.tag-card').getByText('Stories').count()).toBe(1);
    await row('Stories').getByText('1 tag, on the reader').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await station.client.simulator.take();
    expect(page.complaints).toEqual([]);
  });

  it('shows an album that is opened far down in a long list', async () => {
    const station = shared();
    for (let at = 10; at < 70; at++) station.write(`Album ${at}/1.txt`);
    const page = await opened();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open “Album 69”' }).click();
    const back = page.getByRole('button', { name: 'Back', exact: true });
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Back');
    const box = await back.boundingBox();
    expect(box!.y).toBeGreaterThan(0);
    expect(box!.y).toBeLessThan(844);
    expect(await obstacles(page)).toEqual([]);
    await back.click();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('previews and plays files', async () => {
    const station = shared();
    station.write('note.txt', 'Milk, eggs, ink');
    station.write('dot.png', dot);
    station.write('tone.wav', tone());
    const page = await opened();
    const dialog = page.getByRole('dialog');
    const leave = () => page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Preview “note.txt”' }).click();
    await dialog.getByText('Milk, eggs, ink').waitFor();
    await leave();

    await page.getByRole('button', { name: 'Preview “dot.png”' }).click();
    await expect.poll(() => page.evaluate('document.querySelector("dialog img")?.naturalWidth')).toBe(1);
    await leave();

    await page.getByRole('button', { name: 'Listen to “tone.wav” here' }).click();
    await expect.poll(() => page.evaluate('document.querySelector("dialog audio")?.duration')).toBe(0.5);
    await leave();

    await page.getByRole('button', { name: 'More actions for “note.txt”' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('note.txt');
    expect(page.complaints).toEqual([]);
  });
});

const fileOn = async ({ client }: TestStation, name: string) =>
  (await client.card()).files.find(({ filename }) => filename === name);

const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns half a second of silence, 8 bits, 8 kHz. */
function tone(): Buffer {
  const samples = Buffer.alloc(4000, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
