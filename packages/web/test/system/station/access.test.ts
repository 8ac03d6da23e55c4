import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { obstacles, obstaclesInBothThemes } from '../../support/obstacles.ts';
import { sharedStation } from '../../support/station.ts';

describe.skipIf(!chromiumProgram.run)('the station page (keyboard, language, theme)', () => {
  const browser = sharedBrowser();
  const station = sharedStation(async ({ write, client }) => {
    for (const name of ['song.mp3', 'a', 'b', 'c', 'd', 'e', 'picture.png']) write(name);
    await client.card();
    await client.simulator.put({ serial: '0x04A2245A6B2C80' });
    const [tag] = await client.waitForTags({ timeoutSeconds: 10 });
    await client.bind(tag!.id, 'song.mp3');
    await client.simulator.put({ serial: '0x5A3CE197', model: 'mifare_classic' });
    await client.waitForTags({ timeoutSeconds: 10 });
  });

  const opened = sharedPage(() => station().url);

  it.each([
    ['light and dark', undefined],
    ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ])('has no serious problem found by axe, and loads nothing from other origins: %s', async (_, phone) => {
    const { url } = station();
    const page = phone === undefined ? await opened() : await browser.open(url, phone);
    const look = phone === undefined ? obstaclesInBothThemes : obstacles;
    await page.getByText('song.mp3').first().waitFor();
    expect(await look(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Add a tag' }).click();
    await page.getByRole('timer').waitFor();
    expect(await look(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More actions for “song.mp3”' }).click();
    await page.getByRole('menuitem', { name: 'Choose a tag' }).click();
    await page.getByRole('heading', { name: 'Choose a tag for “song.mp3”' }).waitFor();
    expect(await look(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(page.complaints).toEqual([]);
    expect(page.asked.filter((asked) => !asked.startsWith(url))).toEqual([]);
  });

  it('can be used with the keyboard alone, to rename the station and to bind a file to a tag', async () => {
    const { client } = station();
    const page = await opened();
    await page.getByText('song.mp3').first().waitFor();
    /** Presses Tab until the element has the focus. */
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 80; steps++) {
        await page.keyboard.press('Tab');
        const reached = await page.evaluate(
          'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent',
        );
        if (reached === name) return;
      }
      throw new Error(`“${name}” cannot be reached with Tab`);
    };

    await tabTo('Rename the station');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Kitchen');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor();
    expect((await client.settings()).nickname).toBe('Kitchen');

    await tabTo('Choose a file: 0x5A3CE197');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText(/^“.+” chosen for the tag\.$/).waitFor();
    const tag = (await client.tags()).find(({ serial }) => serial === '0x5A3CE197');
    expect(tag?.filename).not.toBeNull();
    // The focus returns to the element that opened the dialog, or to its replacement.
    expect(await page.evaluate('document.activeElement !== null')).toBe(true);
  });

  it('offers links to the content and its sections at the first Tab', async () => {
    const page = await browser.open(station().url);
    await page.getByText('song.mp3').first().waitFor();
    const link = page.getByRole('button', { name: 'Content', exact: true });
    await link.waitFor();
    await page.keyboard.press('Tab');
    expect(await obstacles(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    await link.focus();
    await page
      .getByRole('navigation', { name: 'Skip to' })
      .getByRole('button', { name: 'Tags' })
      .press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add a tag');
  });

  it('explains what is wrong with a name, and keeps the old one on Escape', async () => {
    const { client } = station();
    const page = await opened();
    const { nickname } = await client.settings();
    await page.getByRole('button', { name: 'Rename the station' }).click();
    const field = page.getByLabel('Name of the station');
    await field.fill('x'.repeat(65));
    await page.getByText('65/64').waitFor();
    await field.fill('  ');
    await field.press('Enter');
    expect(await page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/1 to 64 characters/);
    await field.press('Escape');
    await page.getByRole('heading', { level: 1, name: nickname }).waitFor();
  });

  it('uses the language of the browser, or the chosen one, without a reload', async () => {
    const { url } = station();
    const english = await browser.open(url, { locale: 'en-GB' });
    await english.getByRole('heading', { name: 'Files' }).waitFor();
    const german = await browser.open(url, { locale: 'de-AT', viewport: { width: 390, height: 844 } });
    await german.getByRole('heading', { name: 'Dateien' }).waitFor();
    expect(await german.evaluate('document.documentElement.lang')).toBe('de');
    expect(await german.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await obstacles(german)).toEqual([]);
    // For English users, no other language is loaded.
    const added = german.asked.filter(
      (asked) => asked.includes('/assets/') && !english.asked.includes(asked),
    );
    expect(added.length).toBe(2);

    await german.getByRole('button', { name: 'Menü' }).click();
    await german.getByRole('menuitemradio', { name: 'English' }).click();
    await german.getByRole('heading', { name: 'Files' }).waitFor();
    expect(await german.evaluate('document.documentElement.lang')).toBe('en');
    await german.reload();
    await german.getByRole('heading', { name: 'Files' }).waitFor();
    await german.getByRole('button', { name: 'Menu' }).click();
    await german.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await german.getByRole('heading', { name: 'Dateien' }).waitFor();
    expect(german.complaints).toEqual([]);
  });

  it('keeps the chosen theme', async () => {
    const page = await opened();
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await paper();
    const choice = (name: string) => page.getByRole('menuitemradio', { name });
    await page.getByRole('button', { name: 'Menu' }).click();
    await choice('Dark').click();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    expect(await paper()).toBe(dark);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await choice('Dark').getAttribute('aria-checked')).toBe('true');
    expect(await obstacles(page)).toEqual([]);
  });
});
