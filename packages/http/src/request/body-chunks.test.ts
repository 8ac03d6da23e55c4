import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyChunks, drain } from './body-chunks.ts';

interface Exchange {
  request: IncomingMessage;
  client: Socket;
  response: ServerResponse;
}

/** Opens a request over a real socket. Only its head has arrived. */
async function exchange(lengthBytes = 1_000_000): Promise<Exchange> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const arrived = once(server, 'request');
  client.write(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${lengthBytes}\r\n\r\n`);
  const [request, response] = (await arrived) as [IncomingMessage, ServerResponse];
  return { request, client, response };
}

const send = (client: Socket, bytes: number) =>
  new Promise<void>((resolve) => client.write(Buffer.alloc(bytes, 0x61), () => resolve()));

/** Waits until a chunk is requested and the timer runs. */
const waiting = (clock: ManualClock) => expect.poll(() => clock.pending).toBe(1);

describe('bodyChunks', () => {
  it('yields the whole body in order, however it arrives', async () => {
    const { request, client } = await exchange(300_000);
    const clock = new ManualClock();
    void send(client, 100_000).then(() => send(client, 200_000));
    let sizeBytes = 0;
    for await (const chunk of bodyChunks(request, { clock })) sizeBytes += chunk.length;
    expect(sizeBytes).toBe(300_000);
    expect(clock.pending).toBe(0);
  });

  it.each([false, true])(
    'frees the memory of chunks only if isUsedAtOnce is set: %s',
    async (isUsedAtOnce) => {
      const { request, client } = await exchange(3_000_000);
      void send(client, 3_000_000);
      const seen: Buffer[] = [];
      for await (const chunk of bodyChunks(request, { clock: new ManualClock(), isUsedAtOnce })) {
        expect(chunk[chunk.length - 1]).toBe(0x61);
        seen.push(chunk);
      }
      expect(seen.some((chunk) => chunk.length === 0)).toBe(isUsedAtOnce);
      if (!isUsedAtOnce) expect(Buffer.concat(seen)).toHaveLength(3_000_000);
    },
  );

  it('fails with “too slow” when nothing arrives for 30 seconds', async () => {
    const { request } = await exchange();
    const clock = new ManualClock();
    const chunk = bodyChunks(request, { clock }).next();
    const refused = expect(chunk).rejects.toMatchObject({ code: 'request-too-slow' });
    await waiting(clock);
    await clock.advance(29_999);
    expect(clock.pending).toBe(1);
    await clock.advance(1);
    await refused;
  });

  it('fails with “too slow” when almost nothing arrives', async () => {
    const { request, client } = await exchange();
    const clock = new ManualClock();
    const chunks = bodyChunks(request, { clock });
    for (let round = 0; round < 5; round++) {
      const chunk = chunks.next();
      await waiting(clock);
      await clock.advance(5_000);
      await send(client, 10);
      expect((await chunk).value).toHaveLength(10);
    }
    const last = chunks.next();
    const refused = expect(last).rejects.toMatchObject({ code: 'request-too-slow' });
    await waiting(clock);
    await clock.advance(5_000);
    await refused;
  });

  it('accepts a sender of 1 KiB per 30 seconds, however long it takes', async () => {
    const { request, client } = await exchange();
    const clock = new ManualClock();
    const chunks = bodyChunks(request, { clock });
    for (let round = 0; round < 20; round++) {
      const chunk = chunks.next();
      await waiting(clock);
      await clock.advance(29_000);
      await send(client, 1024);
      expect((await chunk).value).toHaveLength(1024);
    }
  });

  it('does not count the time that the reader takes', async () => {
    const { request, client } = await exchange();
    const clock = new ManualClock();
    const chunks = bodyChunks(request, { clock });
    for (let round = 0; round < 5; round++) {
      await send(client, 10);
      expect((await chunks.next()).done).toBe(false);
      await clock.advance(3_600_000);
    }
  });

  it('fails when the connection is lost', async () => {
    const { request, client } = await exchange();
    const clock = new ManualClock();
    const chunk = bodyChunks(request, { clock }).next();
    const refused = expect(chunk).rejects.toMatchObject({ code: 'malformed-request' });
    await waiting(clock);
    client.destroy();
    await refused;
    await expect.poll(() => clock.pending).toBe(0);
  });

  it('drops the rest when the reader leaves early, and leaves no timer behind', async () => {
    const { request, client } = await exchange(500_000);
    const clock = new ManualClock();
    await send(client, 1000);
    for await (const chunk of bodyChunks(request, { clock })) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await send(client, 499_000);
    await expect.poll(() => request.complete).toBe(true);
    await expect.poll(() => clock.pending).toBe(0);
  });
});

describe('drain', () => {
  it.each([false, true])(
    'ends when the connection breaks, whether or not the request was answered: %s',
    async (isAnswered) => {
      const { request, client, response } = await exchange();
      const clock = new ManualClock();
      await send(client, 1000);
      drain(request, clock);
      if (isAnswered) {
        response.end('no');
        await once(client, 'data');
      }
      client.destroy();
      await expect.poll(() => clock.pending).toBe(0);
    },
  );

  it('gives up after two minutes', async () => {
    const { request, client } = await exchange();
    const clock = new ManualClock();
    const closed = once(client, 'close');
    drain(request, clock);
    await clock.advance(119_999);
    expect(request.destroyed).toBe(false);
    await clock.advance(1);
    await closed;
    expect(clock.pending).toBe(0);
  });

  it('gives up only on a sender that is slower than the minimum rate', async () => {
    const { request, client } = await exchange();
    const clock = new ManualClock();
    const closed = once(client, 'close');
    drain(request, clock, { minBytes: 1000, withinMs: 2_000 });
    let drained = 0;
    request.on('data', (chunk: Buffer) => (drained += chunk.length));
    for (let round = 1; round <= 3; round++) {
      await send(client, 1000);
      await expect.poll(() => drained).toBe(round * 1000);
      await clock.advance(2_000);
      expect(request.destroyed).toBe(false);
    }
    await send(client, 999);
    await expect.poll(() => drained).toBe(3_999);
    await clock.advance(2_000);
    await closed;
    expect(clock.pending).toBe(0);
  });
});
