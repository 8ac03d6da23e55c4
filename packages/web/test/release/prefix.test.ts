import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { startPlotter } from '../support/plotter.ts';
import { startStation } from '../support/station.ts';

const prefix = '/api/hassio_ingress/a1b2c3';

/**
 * Starts a proxy like that of Home Assistant, which shows a page in a frame and serves the service below a
 * path.
 */
async function startProxy(target: string): Promise<string> {
  const server = createServer((asked, reply) => {
    if (asked.url === '/') {
      reply
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<iframe src="${prefix}/" width="1200" height="800"></iframe>`);
      return;
    }
    if (!asked.url?.startsWith(`${prefix}/`)) {
      reply.writeHead(404).end();
      return;
    }
    const { method, headers } = asked;
    const sent = request(`${target}${asked.url.slice(prefix.length)}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    sent.on('error', () => reply.destroy());
    reply.on('close', () => sent.destroy());
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://ha.localhost:${(server.address() as AddressInfo).port}`;
}

describe.skipIf(!chromiumProgram.run)('behind a proxy with a path prefix', () => {
  const browser = sharedBrowser();

  it('the plotter page works in a frame', async () => {
    const { url } = await startPlotter({ PLOTTER_HOST_NAMES: '*' });
    const page = await browser.open(await startProxy(url));
    const frame = page.frameLocator('iframe');
    await frame.getByText('No jobs yet').waitFor();
    await frame
      .getByRole('button', { name: /sample/i })
      .first()
      .click();
    await frame.getByRole('button', { name: 'Plot', exact: true }).click();
    await expect.poll(async () => (await fetch(`${url}/api/plotter/jobs`)).text()).toContain('"state"');
    expect(page.complaints).toEqual([]);
  });

  it('the station page and its kiosk page work', async () => {
    const { url } = await startStation({ STATION_HOST_NAMES: '*' });
    const proxy = await startProxy(url);
    const page = await browser.open(`${proxy}${prefix}/`);
    await page.getByRole('heading', { name: 'Files' }).first().waitFor();
    await page
      .getByRole('button', { name: /sample/i })
      .first()
      .click();
    await page.getByText('Fox').first().waitFor();
    const kiosk = await browser.open(`${proxy}${prefix}/play`);
    await kiosk.getByText('Put an object on the reader.').waitFor();
    expect([page.complaints, kiosk.complaints]).toEqual([[], []]);
  });
});
