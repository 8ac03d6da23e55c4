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

describe.skipIf(!chromiumProgram.run)('the page for a screen beside the station', () => {
  const browser = sharedBrowser();

  it('shows title, progress and captions on a tap, and survives a restart of the station, also with a reload', async () => {
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
    // The picture of the object appears when it is chosen.
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
    // A picture on the card replaces the words.
    again.write('idle.PNG', onePixel);
    await again.client.card();
    await page.getByRole('img', { name: 'Put an object on the reader.' }).waitFor();
  });

  it('tells visitors about missing sound and drawings, but not the cause or the advice for operators', async () => {
    const plotter = await startPlotter();
    const station = await startStation({
      ...{ STATION_PLAYER: 'mpd:127.0.0.1:1', STATION_PLOTTER: plotter.url },
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
    await operators.getByText(/^The plotter is waiting: .* Resume the job on its page\.$/).waitFor();
    const { jobs } = createPlotterClient({ baseUrl: plotter.url });
    const [job] = await jobs.list();
    await jobs.resume(job!.id);
    await page.getByText('Your drawing is finished.').waitFor();
    await operators.getByText('Done', { exact: true }).waitFor();
    await station.client.simulator.take();
    station.write('Owl.svg', 'not a drawing');
    const owl = await tags.add({ serial: '0x04B1335A6B2C81', model: 'mifare' });
    await tags.change(owl.id, { meaning: { ...meaning, files: ['Owl.svg'] } });
    await station.client.simulator.put({ serial: owl.serial });
    await page.getByText('Drawing is not available at the moment.').waitFor();
    await operators.getByText(/^The plotter refused the drawing: /).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('plotter');
  });
});
