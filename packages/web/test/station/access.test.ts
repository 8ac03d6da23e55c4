import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { obstacles } from '../support/obstacles.ts';
import { sharedStation } from '../support/station.ts';

describe.skipIf(!chromiumProgram.run)('the station page for everybody', () => {
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

  it.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['on a phone', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ])('axe finds nothing serious, and nothing comes from elsewhere: %s', async (_, options) => {
    const { url } = station();
    const page = await browser.open(url, options);
    await page.getByText('song.mp3').first().waitFor();
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Learn a tag' }).click();
    await page.getByRole('timer').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More for “song.mp3”' }).click();
    await page.getByRole('menuitem', { name: 'Bind to a tag' }).click();
    await page.getByRole('heading', { name: 'Which tag means “song.mp3”?' }).waitFor();
    expect(await obstacles(page)).toEqual([]);
    expect(page.complaints).toEqual([]);
    expect(page.asked.filter((asked) => !asked.startsWith(url))).toEqual([]);
  });

  it('can be used with the keyboard alone: rename the station, bind a file to a tag', async () => {
    const { client, url } = station();
    const page = await browser.open(url);
    await page.getByText('song.mp3').first().waitFor();
    /** Tab by tab, as somebody without a mouse gets there. */
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

    await tabTo('Change the name');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Kitchen');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor();
    expect((await client.settings()).nickname).toBe('Kitchen');

    await tabTo('Choose a file: 5A 3C E1 97');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page.getByText(/^The tag now means “.+”\.$/).waitFor();
    const tag = (await client.tags()).find(({ serial }) => serial === '0x5A3CE197');
    expect(tag?.filename).not.toBeNull();
    // Where the dialog was opened the keyboard is again, or at what took its place.
    expect(await page.evaluate('document.activeElement !== null')).toBe(true);
  });

  it('says in words what is wrong with a name, and keeps the old one on Escape', async () => {
    const { client, url } = station();
    const page = await browser.open(url);
    const { nickname } = await client.settings();
    await page.getByRole('button', { name: 'Change the name' }).click();
    const field = page.getByLabel('Name of the station');
    await field.fill('  ');
    await field.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/1 to 64 characters/);
    await field.press('Escape');
    await page.getByRole('heading', { level: 1, name: nickname }).waitFor();
  });

  it('keeps the colours that were chosen', async () => {
    const page = await browser.open(station().url, { colorScheme: 'light' });
    const paper = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await paper();
    await page.getByRole('button', { name: /^Colours: as your device/ }).click();
    await page.getByRole('button', { name: /^Colours: light/ }).click();
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
    const dark = await paper();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.getByRole('button', { name: /^Colours: dark/ }).waitFor();
    expect(await paper()).toBe(dark);
  });
});
