import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestPlotter } from '../../../plotter/test/support/test-plotter.ts';
import { startTestStation } from '../../../station/test/support/test-station.ts';
import { browserContext, chromiumProgram } from '../../../web/test/support/chromium.ts';
import { browserBundle } from '../support/browser-bundle.ts';
import { readmeExamples } from '../support/readme-examples.ts';

describe.skipIf(!chromiumProgram.run)('the client in Chromium', () => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await browserBundle(
      "import * as client from '@stationery/client'; globalThis.client = client; export {}",
    );
  });

  /** Opens a page of the service and loads the client into it. */
  async function pageOf(url: string): Promise<Page> {
    // Bypass the content security policy, because this page, the API description, allows no requests.
    const page = await (await browserContext({ bypassCSP: true })).newPage();
    await page.goto(url);
    await page.evaluate(bundle);
    return page;
  }

  /** Runs the body of an async function in the page. Its result must be JSON. */
  const run = (page: Page, body: string) => page.evaluate(`(async () => { ${body} })()`);

  it('uploads a File with progress, reports a refusal and can be aborted', async () => {
    const { url } = await startTestStation();
    const page = await pageOf(url);
    const seen = await run(
      page,
      `const station = client.createStationClient({ baseUrl: location.origin });
       const told = [];
       const bytes = new Uint8Array(3_000_001).map((_, at) => at * 7);
       const file = new File([bytes], 'Räuber.bin');
       const uploaded = await station.upload(file, { onProgress: (progress) => told.push(progress) });
       const back = new Uint8Array(await (await station.content(uploaded.id)).arrayBuffer());
       const refused = await station.upload(file).catch((error) => error);
       const left = [];
       for (const when of [-1, 0, 1]) {
         const giveUp = new AbortController();
         if (when < 0) giveUp.abort();
         const onProgress = ({ sentBytes }) => sentBytes >= when && giveUp.abort();
         const options = { filename: 'left', signal: giveUp.signal, onProgress };
         left.push(await station.upload(new Blob([bytes]), options).catch((error) => error.name));
       }
       const unreadable = new ReadableStream({ pull() { throw new RangeError('unreadable'); } });
       const broken = await station.upload(unreadable, { filename: 'broken' }).catch((error) => error.name);
       const streamed = await station.upload(file.stream(), { filename: 'streamed' });
       return {
         uploaded,
         first: told[0],
         last: told.at(-1),
         same: back.every((byte, at) => byte === bytes[at]) && back.length === bytes.length,
         refused: [refused.name, refused.status, refused.title, refused.method],
         left,
         broken,
         size: streamed.size,
       };`,
    );
    const size = 3_000_001;
    expect(seen).toEqual({
      uploaded: { id: 1, filename: 'Räuber.bin', size },
      first: { sentBytes: 0, totalBytes: size },
      last: { sentBytes: size, totalBytes: size },
      same: true,
      refused: ['StationError', 409, 'Name taken', 'POST'],
      left: ['AbortError', 'AbortError', 'AbortError'],
      broken: 'RangeError',
      size,
    });
  });

  it('sends firmware as a form', async () => {
    const { url } = await startTestStation();
    const seen = await run(
      await pageOf(url),
      `const station = client.createStationClient({ baseUrl: '' });
       let last;
       const error = await station.updateFirmware(new Blob(['no firmware']), {
         onProgress: (progress) => { last = progress; },
       }).catch((error) => error);
       return { status: error.status, title: error.title, last };`,
    );
    expect(seen).toEqual({
      status: 500,
      title: 'Unable to update firmware',
      last: { sentBytes: 11, totalBytes: 11 },
    });
  });

  it('runs the README example', async () => {
    const { url, get } = await startTestStation();
    const page = await pageOf(url);
    const elements =
      '<input id="input" type="file"><progress id="bar" max="9"></progress><audio id="player">';
    await page.evaluate(`document.body.innerHTML = '${elements}'`);
    const [example] = readmeExamples('js');
    await page.evaluate(await browserBundle(example?.code ?? ''));
    await page.setInputFiles('#input', {
      name: 'picked.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('by a hand'),
    });
    await expect.poll(async () => (await get('/api/v1/files/1/content')).status).toBe(200);
    await expect.poll(() => page.evaluate('bar.value')).toBe(9);
    expect(await page.evaluate('player.src')).toBe(`${url}/api/v1/files/7/content`);
  });

  it('follows events with a token, and stops', async () => {
    const { url } = await startTestPlotter({ env: { PLOTTER_TOKEN: 'secret' } });
    const seen = await run(
      await pageOf(url),
      `const plotter = client.createPlotterClient({ baseUrl: location.origin, token: 'secret' });
       const ending = new AbortController();
       const states = [];
       const names = [];
       const events = plotter.events({ signal: ending.signal, onState: ({ state }) => states.push(state) });
       for await (const { name, data } of events) {
         names.push(name);
         if (name === 'snapshot') await plotter.send('PENDOWN');
         if (name === 'line.in') ending.abort();
       }
       const stranger = client.createPlotterClient({ baseUrl: location.origin });
       const refused = await stranger.events().next().catch((error) => [error.name, error.status]);
       const nobody = client.createPlotterClient({ baseUrl: 'http://127.0.0.1:1' });
       const lost = await nobody.status().catch((error) => error.name);
       return { states, names: [names[0], names.at(-1)], refused, lost };`,
    );
    expect(seen).toEqual({
      states: ['connecting', 'open'],
      names: ['snapshot', 'line.in'],
      refused: ['PlotterError', 401],
      lost: 'ConnectionError',
    });
  });
});
