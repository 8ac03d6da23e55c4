import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SmallPieces } from './small-pieces.ts';

/** As many pieces as one read of a connection can return. */
const piecesPerRead = 64 * 1024;

async function rationedServer() {
  const clock = new ManualClock();
  const pieces = new SmallPieces(clock);
  const server = createServer((request, response) => {
    pieces.ration(request);
    const path = request.url ?? '';
    received.set(path, 0);
    request.on('data', (chunk: Buffer) => received.set(path, (received.get(path) ?? 0) + chunk.length));
    request.on('end', () => response.end());
  });
  const received = new Map<string, number>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const send = (path: string, chunk: string, count: number) => {
    const client = connect(port, '127.0.0.1');
    client.on('error', () => undefined);
    client.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`);
    const framed = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    client.write(`${framed.repeat(count)}0\r\n\r\n`);
    onTestFinished(() => void client.destroy());
    return once(client, 'data').then(([bytes]) => String(bytes).split('\r\n')[0]);
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { clock, pieces, received, send };
}

describe('SmallPieces', () => {
  const count = 200_000;

  it('limits the rate of a body sent in one-byte pieces, but reads all of it', async () => {
    const { clock, received, send } = await rationedServer();
    const answers = ['/a', '/b'].map((path) => send(path, 'x', count));
    let isAnswered = false;
    void Promise.all(answers).then(() => {
      isAnswered = true;
    });
    const total = () => [...received.values()].reduce((sum, bytes) => sum + bytes, 0);
    await expect.poll(() => clock.pending).toBe(1);
    const beforeTurn = total();
    expect(beforeTurn).toBeLessThanOrEqual(2 * piecesPerRead);
    await clock.advance(3_600_000);
    await expect.poll(total).toBeGreaterThan(beforeTurn);
    while (!isAnswered) {
      await clock.advance(60_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await Promise.all(answers)).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK']);
    expect([...received.values()]).toEqual([count, count]);
  });

  it('does not slow down a body sent in ordinary pieces', async () => {
    const { clock, received, send } = await rationedServer();
    void send('/small', 'x', count);
    await expect.poll(() => clock.pending).toBe(1);
    expect(await send('/ordinary', 'x'.repeat(1024), 1_000)).toBe('HTTP/1.1 200 OK');
    expect(received.get('/ordinary')).toBe(1_024_000);
    expect(received.get('/small')).toBeLessThan(count);
  });

  it('reads a body to its end when the server closes', async () => {
    const { clock, pieces, received, send } = await rationedServer();
    const answer = send('/small', 'x', count);
    await expect.poll(() => clock.pending).toBe(1);
    pieces.close();
    expect(clock.pending).toBe(0);
    expect(await answer).toBe('HTTP/1.1 200 OK');
    expect(received.get('/small')).toBe(count);
  });
});
