import { createStationClient } from '@stationery/client';
import { createStationTags } from '@stationery/client/tags';
import { expect, it } from 'vitest';
import { makeWav } from '../../../../station/src/player/make-wav.ts';
import { endless, loopback, startServer } from '../../../../station/test/player/radio.ts';
import { startTestStation } from '../../../../station/test/support/test-station.ts';
import { stationPage } from '../../../src/index.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';

const fox = '0x04A2245A6B2C80';
const owl = '0x04B7112F6B2C81';
const longTitle = 'The night train to the northern lights, part two of the long journey';
const browser = sharedBrowser();

it.skipIf(!chromiumProgram.run)(
  'the station page and the kiosk page show radio without a length, and a podcast episode with its length',
  async () => {
    const episode = makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.1 }]);
    const live = Buffer.from(episode.subarray(0, 44));
    live.writeUInt32LE(0xffff_ffff, 4);
    live.writeUInt32LE(0xffff_ffff, 40);
    let send: () => void = () => undefined;
    const sounds = new Promise<void>((resolve) => {
      send = resolve;
    });
    const server = await startServer(({ url, headers }, response) => {
      if (url === '/feed')
        response
          .writeHead(200, { 'content-type': 'application/rss+xml' })
          .end(`<item><title>${longTitle}</title><enclosure url="/1.wav"/></item>`);
      else if (url === '/radio') {
        response.writeHead(200, { 'content-type': 'audio/wav' }).flushHeaders();
        // Chromium may report that it plays when it has only the header of the sound.
        void sounds.then(() => {
          response.write(live);
          endless(response, Buffer.alloc(16_384));
        });
      } else {
        const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
        const range = `bytes ${from}-${episode.length - 1}/${episode.length}`;
        response
          .writeHead(headers.range === undefined ? 200 : 206, {
            'content-type': 'audio/wav',
            'content-length': episode.length - from,
            ...(headers.range !== undefined && { 'content-range': range }),
          })
          .end(episode.subarray(from));
      }
    });
    const station = await startTestStation({
      env: { STATION_PLAYER: 'browser' },
      internet: loopback,
      pages: stationPage,
    });
    const baseUrl = station.url;
    const tags = createStationTags({ baseUrl });
    const { simulator } = createStationClient({ baseUrl });
    for (const [serial, name, path] of [
      [fox, 'Radio Fox', '/radio'],
      [owl, 'Stories', '/feed'],
    ] as const) {
      const { id } = await tags.add({ serial, model: 'mifare' });
      await tags.change(id, { name, meaning: { kind: 'stream', url: `${server.url}${path}` } });
    }
    const page = await browser.open(baseUrl, { viewport: { width: 390, height: 844 } });
    const panel = page.getByRole('region', { name: 'Now playing' });
    await page
      .getByRole('listitem')
      .filter({ hasText: `${server.url}/radio` })
      .waitFor();
    // The browser requires a click before it plays.
    await panel.getByRole('button', { name: 'Stop' }).waitFor();
    await panel.getByText('Nothing is playing').click();
    await simulator.put({ serial: fox });
    await panel.getByText('Radio Fox', { exact: true }).waitFor();
    await panel.getByText('Connecting …').waitFor();
    send();
    await panel.getByText(/^0:0[1-9]$/).waitFor();
    expect(await panel.getByRole('slider', { name: 'Position' }).count()).toBe(0);
    await simulator.take();
    await panel.getByText('Paused').waitFor();

    await simulator.put({ serial: owl });
    await panel.getByText(longTitle).waitFor();
    await panel.getByText(/^0:0[1-9] of 1:00$/).waitFor();
    expect(await panel.getByRole('slider', { name: 'Position' }).isEnabled()).toBe(true);
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const small = page.locator('.mini-player').getByText(longTitle);
    await small.waitFor();
    // The title takes one line.
    expect((await small.boundingBox())?.height).toBeLessThan(30);
    const screen = await browser.openBeside(page, `${baseUrl}/play`);
    await screen.getByRole('heading', { name: longTitle }).waitFor();
    await simulator.take();
    await simulator.put({ serial: fox });
    await screen.getByRole('heading', { name: 'Radio Fox' }).waitFor();
    expect([...page.complaints, ...screen.complaints]).toEqual([]);
  },
);
