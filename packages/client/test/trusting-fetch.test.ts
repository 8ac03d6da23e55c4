import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { ConnectionError, createStationClient, StationError } from '@stationery/client';
import { type Trust, trustingFetch } from '@stationery/client/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestStation } from '../../station/test/support/test-station.ts';

async function start() {
  const { secureUrl, folder, cardDir, url } = await startTestStation();
  const connect = (trust?: Trust, baseUrl = secureUrl) =>
    createStationClient({ baseUrl, fetch: trust === undefined ? undefined : trustingFetch(trust) });
  const ca = await readFile(join(folder, 'data/tls/self-signed.pem'), 'utf8');
  return { connect, ca, folder, cardDir, url, secureUrl };
}

/** Returns the server's URL at an address that its certificate does not name. */
async function reachedBy(host: string, url: string): Promise<string> {
  const { port } = new URL(url);
  const server = createServer((socket) => {
    const inner = connect(Number(port), '127.0.0.1');
    socket.pipe(inner).pipe(socket);
    for (const end of [socket, inner]) end.on('error', () => undefined);
    socket.on('close', () => inner.destroy());
  });
  server.listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `https://${host}:${(server.address() as AddressInfo).port}`;
}

describe('trustingFetch', () => {
  it('connects only to the station with the trusted certificate, under any name', async () => {
    const [{ connect, ca, url, secureUrl }, other] = [await start(), await start()];
    await expect(connect().settings()).rejects.toThrow(ConnectionError);
    await expect(connect({}).settings()).rejects.toThrow(/self-signed/);
    await expect(connect({ ca: other.ca }).settings()).rejects.toThrow(ConnectionError);
    expect(await connect({ ca }).settings()).toMatchObject({ serial: expect.any(String) });
    const unnamed = await reachedBy('127.0.0.77', secureUrl);
    expect(await connect({ ca }, unnamed).settings()).toMatchObject({ serial: expect.any(String) });
    expect(await connect({ insecure: true }).settings()).toMatchObject({ serial: expect.any(String) });
    // Plain HTTP has no certificate to trust.
    const plain = createStationClient({ baseUrl: url, fetch: trustingFetch({ ca }) });
    expect(await plain.settings()).toMatchObject({ serial: expect.any(String) });
    expect(() => trustingFetch({ ca: 'nothing' })).toThrow('there is no certificate in it');
  });

  it('supports uploads, changes, events, refusals and aborting', async () => {
    const { connect, ca, folder, cardDir } = await start();
    const station = connect({ ca });
    const bytes = randomBytes(2_000_000);
    const path = join(folder, 'large.bin');
    await writeFile(path, bytes);
    const { id } = await station.upload(createReadStream(path), { filename: 'large.bin' });
    expect((await readFile(join(cardDir, 'large.bin'))).equals(bytes)).toBe(true);
    expect(Buffer.from(await (await station.content(id)).arrayBuffer()).equals(bytes)).toBe(true);

    const stop = new AbortController();
    const names: string[] = [];
    for await (const { name } of station.events({ signal: stop.signal })) {
      names.push(name);
      if (name === 'snapshot') void station.rename('Kitchen — Küche');
      if (name === 'settings') break;
    }
    expect(names).toContain('settings');
    expect(await station.settings()).toMatchObject({ nickname: 'Kitchen — Küche' });
    await station.remove(id);
    const refused = station.content(id);
    await expect(refused).rejects.toThrow(StationError);
    await expect(refused).rejects.toMatchObject({ status: 404 });

    const waiting = station.waitForTags({ timeoutSeconds: 60, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});
