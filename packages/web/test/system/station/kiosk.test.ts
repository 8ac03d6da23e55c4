import { createPlotterClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import { describe, expect, it } from 'vitest';
import { makeWav } from '../../../../station/src/player/make-wav.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { onePixel } from '../../support/one-pixel.ts';
import { startPlotter } from '../../support/plotter.ts';
import { startStation } from '../../support/station.ts';

const fox = '0x04A2245A6B2C80';
const owl = '0x04B1335A6B2C81';

describe.skipIf(!chromiumProgram.run)('the kiosk page of the station', () => {
  const browser = sharedBrowser();

  it('shows title, progress and captions on a tap, and survives a restart of the station and a reload', async () => {
    const station = await startStation();
    const { client } = station;
    await client.upload(makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.1 }]), { filename: 'Lion.wav' });
    await client.upload('WEBVTT\n\n00:00.000 --> 00:59.000\nA lion lay <i>asleep</i>.', {
      filename: 'lion.vtt',
    });
    await client.simulator.put({ serial: fox });
    const [tag] = await client.waitForTags({ timeoutSeconds: 10 });
    await client.bind(tag!.id, 'Lion.wav');
    await client.simulator.take();

    const page = await browser.open(`${station.url}/play`, { viewport: { width: 1280, height: 720 } });
    await page.getByText('Put an object on the reader.').waitFor();
    await client.simulator.put({ serial: fox });
    await page.getByRole('heading', { name: 'Lion', exact: true }).waitFor();
    await page.getByText(/^0:0[1-9] of 1:00$/).waitFor();
    await page.getByText('A lion lay asleep.').waitFor();
    await page.getByRole('progressbar').waitFor();
    // The picture of the object appears once it is chosen.
    expect(await page.locator('.kiosk-cover img').count()).toBe(0);
    await client.upload(onePixel, { filename: 'Paw.png' });
    await createStationTags({ baseUrl: station.url }).change(tag!.id, { picture: 'Paw.png' });
    await page.locator('.kiosk-cover img').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await client.simulator.take();
    await page.getByText(/^Paused · 0:/).waitFor();
    expect(page.complaints).toEqual([]);
    expect(page.asked.filter((asked) => !asked.startsWith(station.url))).toEqual([]);

    await page.evaluate('navigator.serviceWorker.ready');
    // With the service worker running, the next load stores the files of the page.
    await page.reload();
    await page
      .getByText('Put an object')
      .or(page.getByText(/^Paused/))
      .first()
      .waitFor();
    const startAgain = await station.kill();
    await page.reload();
    await page.getByRole('heading', { name: 'Connecting …' }).waitFor();
    const again = await startAgain();
    await page.getByText('Put an object on the reader.').waitFor();
    // A picture named “idle” on the card replaces the words on the idle screen.
    again.write('idle.PNG', onePixel);
    await again.client.card();
    await page.getByRole('img', { name: 'Put an object on the reader.' }).waitFor();
  });

  it('shows the picture in the folder of a file', async () => {
    const station = await startStation();
    station.write('Zoo/Lion/roar.wav', makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.1 }]));
    station.write('Zoo/Bear/cover.png', onePixel);
    await station.client.card();
    const page = await browser.open(`${station.url}/play`);
    await createStationPlayer({ baseUrl: station.url }).play('Zoo/Lion/roar.wav');
    await page.getByRole('heading', { name: 'roar', exact: true }).waitFor();
    expect(await page.locator('.kiosk-cover img').count()).toBe(0);
    station.write('Zoo/cover.png', onePixel);
    await station.client.card();
    await page.locator('.kiosk-cover img').waitFor();
    expect(page.complaints).toEqual([]);
  });

  it("shows an object in the visitor's language: title, text, captions and pictures in turn", async () => {
    const station = await startStation();
    const { client } = station;
    const tags = createStationTags({ baseUrl: station.url });
    const player = createStationPlayer({ baseUrl: station.url });
    for (const name of ['Zoo/Lion.wav', 'Zoo/Lion.de.wav'])
      station.write(name, makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.1 }]));
    station.write('Zoo/Lion.vtt', 'WEBVTT\n\n00:00.000 --> 00:59.000\nIt is asleep.');
    station.write('Zoo/Lion.de.vtt', 'WEBVTT\n\n00:00.000 --> 00:59.000\nEr schläft.');
    for (const name of ['1.png', '2.png', '3.png']) station.write(name, onePixel);
    await client.card();
    const operators = await browser.open(station.url);
    await operators.getByRole('button', { name: 'Playback settings' }).click();
    await operators.getByLabel('Languages of visitors').fill('en, DE fr');
    await operators.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await player.settings()).languages).toEqual(['en', 'de', 'fr']);
    const { id } = await tags.add({ serial: fox, model: 'mifare' });
    await tags.change(id, { meaning: { kind: 'playlist', files: ['Zoo/Lion.wav'], shuffled: false } });
    await operators.getByRole('button', { name: `More actions for tag ${fox}` }).click();
    await operators.getByRole('menuitem', { name: 'Edit tag' }).click();
    await operators.getByText('On the screen', { exact: true }).click();
    const write = async (language: string, title: string, text: string) => {
      const fields = operators.getByRole('group', { name: language });
      await fields.getByLabel('Title').fill(title);
      await fields.getByLabel('Text').fill(text);
    };
    await write('English', 'The lion', 'Lions sleep\n20 hours a day.');
    const german = 'Löwen schlafen 20 Stunden am Tag. '.repeat(20).trim();
    await write('Deutsch', 'Der Löwe', german);
    for (const name of ['1.png', '2.png', '3.png'])
      await operators.getByRole('list', { name: 'Add a picture' }).getByRole('button', { name }).click();
    await operators.getByLabel('Seconds per picture').fill('2');
    expect(await obstacles(operators)).toEqual([]);
    await operators.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await tags.get(id)).exhibit)
      .toEqual({
        texts: [
          { language: 'en', title: 'The lion', text: 'Lions sleep\n20 hours a day.' },
          { language: 'de', title: 'Der Löwe', text: german },
        ],
        pictures: ['1.png', '2.png', '3.png'],
        seconds: 2,
      });
    const page = await browser.open(`${station.url}/play`, { viewport: { width: 390, height: 844 } });
    const touch = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await touch('Deutsch');
    await page.getByText('Legen Sie etwas auf den Leser.').waitFor();
    await client.simulator.put({ serial: fox });
    await page.getByRole('heading', { name: 'Der Löwe' }).waitFor();
    await page.getByText(german).waitFor();
    await page.getByText('Er schläft.').waitFor();
    const shown = () => page.locator('.kiosk-slide-shown').getAttribute('src');
    const first = await shown();
    await expect.poll(shown).not.toBe(first);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    expect(await obstacles(page)).toEqual([]);
    await touch('English');
    await page.getByRole('heading', { name: 'The lion' }).waitFor();
    await page.getByText('It is asleep.').waitFor();
    // Words that are missing in a language are taken from the first language.
    await touch('Français');
    await page.getByRole('button', { name: 'Français', pressed: true }).waitFor();
    await page.getByRole('heading', { name: 'The lion' }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('shows the address of a link without opening it, and no message for operators', async () => {
    const station = await startStation();
    const tags = createStationTags({ baseUrl: station.url });
    const link = await tags.add({ serial: fox, model: 'mifare' });
    await tags.change(link.id, { meaning: { kind: 'link', url: 'https://example.org/fox' } });
    const stream = await tags.add({ serial: owl, model: 'mifare' });
    await tags.change(stream.id, { meaning: { kind: 'stream', url: 'http://127.0.0.1:9/radio' } });
    const page = await browser.open(`${station.url}/play`);
    await page.getByText('Put an object on the reader.').waitFor();
    await station.client.simulator.put({ serial: fox });
    await page.getByText('https://example.org/fox').click();
    await page.getByRole('img', { name: 'https://example.org/fox' }).click();
    expect(await page.locator('a').count()).toBe(0);
    expect(page.url()).toBe(`${station.url}/play`);
    await station.client.simulator.take();
    await station.client.simulator.put({ serial: owl });
    await page.getByText('This object has no sound yet.').waitFor();
    await station.kill();
    await page.getByText('One moment, please …').waitFor();
    expect(await page.locator('main').textContent()).not.toMatch(/127\.0\.0\.1|network|connect/i);
  });

  it('shows visitors a picture while the token is missing, and asks for the token after a long press', async () => {
    const station = await startStation({ STATION_TOKEN: 'open sesame' });
    const page = await browser.open(`${station.url}/play`);
    const picture = page.locator('.kiosk-locked');
    await picture.waitFor();
    expect(await picture.textContent()).toBe('');
    expect(await obstacles(page)).toEqual([]);
    await picture.click();
    expect(await page.getByLabel('Token').count()).toBe(0);
    await picture.click({ delay: 3_500 });
    await page.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('That token is wrong.').waitFor();
    await page.getByLabel('Token').fill('open sesame');
    await page.keyboard.press('Enter');
    await page.getByText('Put an object on the reader.').waitFor();
  });

  it('tells visitors that sound or a drawing is missing, but gives neither the cause nor advice', async () => {
    const plotter = await startPlotter();
    const station = await startStation({
      STATION_PLAYER: 'mpd:127.0.0.1:1',
      STATION_PLOTTER: plotter.url,
    });
    await station.client.upload(makeWav([{ hz: 440, durationMs: 1_000, loudness: 0.1 }]), {
      filename: 'Lion.wav',
    });
    const player = createStationPlayer({ baseUrl: station.url });
    await player.play('Lion.wav');
    await expect.poll(async () => (await player.state()).problem?.cause.code).toBe('mpd-unreachable');
    const page = await browser.open(`${station.url}/play`);
    await page.getByText('Sound is not available at the moment.').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('MPD');

    const tags = createStationTags({ baseUrl: station.url });
    station.write(
      'Lion.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M1 1h5" stroke="#000"/></svg>',
    );
    const { id } = await tags.add({ serial: fox, model: 'mifare' });
    const meaning = { kind: 'playlist' as const, files: ['Lion.svg'], shuffled: false };
    await tags.change(id, { name: 'Lion', meaning, plot: { pause: 0 } });
    await station.client.simulator.put({ serial: fox });
    await page.getByText('Your drawing is waiting for someone from the team.').waitFor();
    expect(await obstacles(page)).toEqual([]);
    const operators = await browser.open(station.url);
    await operators.getByText('The plotter waits for a new sheet. Put it on the bed').waitFor();
    const { jobs } = createPlotterClient({ baseUrl: plotter.url });
    const [job] = await jobs.list();
    await jobs.resume(job!.id);
    await page.getByText('Your drawing is finished.').waitFor();
    await operators.getByText('Done', { exact: true }).waitFor();
    await station.client.simulator.take();
    station.write('Owl.svg', 'not a drawing');
    const second = await tags.add({ serial: owl, model: 'mifare' });
    await tags.change(second.id, { meaning: { ...meaning, files: ['Owl.svg'] } });
    await station.client.simulator.put({ serial: owl });
    await page.getByText('Drawing is not available at the moment.').waitFor();
    await operators.getByText(/^The plotter refused the drawing: /).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('plotter');
  });
});
