import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { createLogger, SettingError } from '@stationery/core';
import { ManualClock, unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { jsonApiErrors } from '../errors/json-api-errors.ts';
import { testApp } from '../testing/test-app.ts';
import type { ConnectionLimits } from './connections.ts';
import { type Listening, listen, type PortChoice } from './listen.ts';
import { makeCertificate } from './make-certificate.ts';

async function start(limits: Partial<ConnectionLimits>, options: { tls?: boolean; host?: string } = {}) {
  const lines: { msg: string; refused: number; address?: string }[] = [];
  const log = createLogger({ level: 'warn', stream: { write: (line) => lines.push(JSON.parse(line)) } });
  const clock = new ManualClock();
  const app = testApp({ errorStyle: jsonApiErrors });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isLargeGone = false;
  app.get('/large', async ({ raw }) => {
    raw.socket.once('close', () => {
      isLargeGone = true;
    });
    return Buffer.alloc(64 * 1024 * 1024);
  });
  app.get('/waiting', async () => released.then(() => 'done'));
  const host = options.host ?? '127.0.0.1';
  const tls = options.tls ? { tls: makeCertificate('test', ['localhost']) } : {};
  const port = { port: 0, setting: 'PORT' };
  const listening = await listen({ app, host, port, errorStyle: jsonApiErrors, log, clock, limits, ...tls });
  onTestFinished(() => listening.close());
  return { ...listening, clock, lines, release, isLargeGone: () => isLargeGone };
}

/** Opens a client that never closes its side first. */
function openClient(port: number, host = '127.0.0.1'): { socket: Socket; text: () => string } {
  const socket = connect({ host, port, allowHalfOpen: true });
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  onTestFinished(() => {
    socket.destroy();
  });
  return { socket, text: () => text };
}

/**
 * Resolves when the server has closed its side. If it closes before it has read everything, TCP sends a
 * reset, so `close` counts, too.
 */
const endOf = ({ socket }: { socket: Socket }) =>
  new Promise<void>((resolve) => socket.once('end', resolve).once('close', () => resolve()));

/** Expects a write to fail, which happens only if the other side has closed both halves of the connection. */
async function expectReleased({ socket }: { socket: Socket }): Promise<void> {
  await expect
    .poll(() => {
      if (!socket.destroyed) socket.write('x');
      return socket.destroyed;
    })
    .toBe(true);
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

describe('a connection is released', () => {
  it.each([
    ['a client that says nothing', '', 408],
    ['half a request', 'GET / HTTP/1.1\r\nhost: loc', 408],
    ['bytes that are not HTTP', 'nonsense\r\n\r\n', 400],
    ['header fields that are too large', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}`, 431],
    ['a tunnel', 'CONNECT example:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', 405],
  ])('after the answer to %s, whatever the client does', async (_, bytes, status) => {
    // The other cases keep the long default, so that a slow machine does not reach this limit first.
    const { port, clock } = await start(status === 408 ? { headMs: 100 } : {});
    const client = openClient(port);
    client.socket.write(bytes);
    await expect.poll(client.text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    await expect.poll(client.text).toContain(`"status":${status}`);
    await clock.advance(1_999);
    expect(client.socket.destroyed).toBe(false);
    await clock.advance(1);
    await expectReleased(client);
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['half of a handshake', Buffer.from('16030100f0010000ec0303', 'hex')],
    ['bytes that are not a handshake', 'GET / HTTP/1.1\r\n\r\n'],
  ])('when a TLS client sends %s', async (_, bytes) => {
    const { port } = await start({ headMs: 100 }, { tls: true });
    const client = openClient(port);
    client.socket.write(bytes);
    await endOf(client);
    await expectReleased(client);
  });

  it('when the server closes, even during a TLS handshake', async () => {
    // A long limit for the head, because it would end the handshake, too.
    const { port, close, clock } = await start({ headMs: 600_000 }, { tls: true });
    const client = openClient(port);
    await once(client.socket, 'connect');
    // The server is in this process and accepts the connection in the next turn of the event loop.
    for (let turn = 0; turn < 3; turn++) await setImmediate();
    const closed = close();
    await clock.advance(1_000);
    await closed;
    await expectReleased(client);
  });

  it('when it has no more requests, with or without an Expect field in the last request', async () => {
    const { port } = await start({ idleMs: 100 });
    for (const field of ['', 'expect: x\r\n']) {
      const client = openClient(port);
      const ended = endOf(client);
      client.socket.write(`GET /nothing HTTP/1.1\r\nhost: localhost\r\n${field}\r\n`);
      await ended;
      expect(client.text()).toMatch(/^HTTP\/1.1 404/);
      await expectReleased(client);
    }
  });

  it('when its client reads nothing, but not while the client waits for its response', async () => {
    const { port, release, isLargeGone } = await start({ stalledMs: 300 });
    const patient = openClient(port);
    patient.socket.write(get('/waiting'));
    const stalled = openClient(port);
    stalled.socket.pause();
    stalled.socket.write(get('/large'));
    await expect.poll(isLargeGone).toBe(true);
    release();
    await expect.poll(patient.text).toContain('done');
  });
});

describe('connection limits', () => {
  it('refuse excess connections and log once a minute', async () => {
    const { port, clock, lines } = await start({ total: 2 });
    const kept = [openClient(port), openClient(port)];
    await Promise.all(kept.map(({ socket }) => once(socket, 'connect')));
    for (let more = 0; more < 5; more++) await endOf(openClient(port));
    expect(lines).toMatchObject([{ msg: 'connections refused', refused: 1 }]);
    await clock.advance(60_000);
    expect(lines).toMatchObject([{ refused: 1 }, { refused: 4 }]);
    await clock.advance(120_000);
    expect(lines).toHaveLength(2);
    kept[0]?.socket.destroy();
    await expect
      .poll(async () => {
        const client = openClient(port);
        client.socket.write(get('/nothing'));
        await Promise.race([once(client.socket, 'data'), endOf(client)]);
        return client.text();
      })
      .toMatch(/^HTTP\/1.1 404/);
  });

  const own = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  it.skipIf(own === undefined)('refuse excess connections of one address but accept others', async () => {
    const { port, lines } = await start({ perAddress: 2 }, { host: '0.0.0.0' });
    for (let kept = 0; kept < 2; kept++) await once(openClient(port, own).socket, 'connect');
    const refused = openClient(port, own);
    await endOf(refused);
    expect(lines).toMatchObject([{ refused: 1, address: own }]);
    // Connections from this machine are not limited, because it may be a proxy for many clients.
    for (let more = 0; more < 4; more++) {
      const local = openClient(port);
      local.socket.write(get('/nothing'));
      await expect.poll(local.text).toMatch(/^HTTP\/1.1 404/);
    }
  });
});

describe('the port', () => {
  const host = '127.0.0.1';
  const setting = 'STATION_HTTP_PORT';

  /** Occupies a port like a different program. */
  async function takenPort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ host, port: 0 }, resolve));
    onTestFinished(() => void server.close());
    return (server.address() as { port: number }).port;
  }

  async function listenOn(port: PortChoice, at = host): Promise<Listening> {
    const listening = await listen({ app: testApp(), host: at, port, errorStyle: jsonApiErrors });
    onTestFinished(() => listening.close());
    return listening;
  }

  const answers = async ({ url }: Listening) => (await fetch(`${url}/nothing`)).status;

  it('is the default one if available', async () => {
    const preferred = await unusedPort();
    const listening = await listenOn({ preferred, fallback: await unusedPort(), setting });
    expect(listening).toMatchObject({ port: preferred, note: undefined });
    expect(await answers(listening)).toBe(404);
  });

  it('falls back to the second choice with a note', async () => {
    const preferred = await takenPort();
    const fallback = await unusedPort();
    const listening = await listenOn({ preferred, fallback, setting });
    expect(listening).toMatchObject({ port: fallback, url: `http://localhost:${fallback}` });
    expect(listening.note).toBe(`port ${preferred} is in use by another program`);
    expect(await answers(listening)).toBe(404);
  });

  it('causes an error that names the setting if no port is available', async () => {
    const starting = listenOn({ preferred: await takenPort(), fallback: await takenPort(), setting });
    await expect(starting).rejects.toThrow(SettingError);
    await expect(starting).rejects.toThrow(setting);
  });

  it('causes an error if set explicitly and unavailable', async () => {
    const port = await takenPort();
    const starting = listenOn({ port, setting });
    await expect(starting).rejects.toThrow(SettingError);
    await expect(starting).rejects.toThrow(`${setting}: port ${port} is in use by another program`);
  });

  it('is used if set explicitly and available', async () => {
    const port = await unusedPort();
    expect(await listenOn({ port, setting })).toMatchObject({ port, note: undefined });
  });

  it.each<PortChoice>([
    { port: 0, setting },
    { preferred: 80, fallback: 8080, setting },
  ])('causes an error if this machine does not have the address: %o', async (port) => {
    await expect(listenOn(port, '192.0.2.1')).rejects.toThrow(
      'cannot listen on 192.0.2.1: this machine does not have that address',
    );
  });
});
