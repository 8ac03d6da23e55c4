import { connect } from 'node:net';
import { EventHub, silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { EventStreams } from './event-streams.ts';

interface Counted {
  name: string;
  data: { toJSON(): unknown };
}

/** Starts a service with only an event stream, which counts how often each event was serialised. */
async function startStreams() {
  const hub = new EventHub<Counted>();
  const serialised: string[] = [];
  const event = (name: string, payload = ''): Counted => ({
    name,
    data: {
      toJSON() {
        serialised.push(name);
        return { name, payload };
      },
    },
  });
  const clock = new ManualClock();
  const stopping = new AbortController();
  const faults = { isUnreadable: false, told: [] as unknown[] };
  const snapshot = () => {
    if (faults.isUnreadable) throw new Error('the disk is gone');
    return event('snapshot');
  };
  const log = { ...silentLogger, error: (...said: unknown[]) => void faults.told.push(said) };
  const streams = new EventStreams({ clock, hub, snapshot, log, signal: stopping.signal });
  const app = testApp();
  app.get('/', async (request, reply) => streams.send(reply, request.headers['last-event-id'] as string));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  onTestFinished(async () => {
    stopping.abort();
    await app.close();
  });

  async function follow(lastEventId = '') {
    const socket = connect({ port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    const client = { socket, text: '', isClosed: false };
    socket.on('error', () => undefined);
    socket.on('close', () => {
      client.isClosed = true;
    });
    socket.on('data', (piece: Buffer) => {
      client.text += piece.toString('latin1');
    });
    const resume = lastEventId === '' ? '' : `Last-Event-ID: ${lastEventId}\r\n`;
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n${resume}\r\n`);
    await expect.poll(() => client.text).toContain('retry: 1000');
    return client;
  }
  return { clock, hub, serialised, event, follow, faults, port, stop: () => stopping.abort() };
}

const idsIn = ({ text }: { text: string }) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));

describe('EventStreams', () => {
  it('serialises nothing without a listener, and each event once for all listeners', async () => {
    const { hub, serialised, event, follow } = await startStreams();
    for (let at = 0; at < 100; at++) hub.publish(event('before'));
    expect(serialised).toEqual([]);
    const clients = await Promise.all(Array.from({ length: 30 }, () => follow()));
    await expect.poll(() => clients.every(({ text }) => text.includes('snapshot'))).toBe(true);
    serialised.length = 0;
    for (let at = 0; at < 100; at++) hub.publish(event(`event ${at}`));
    // Publishing alone serialises no events.
    expect(serialised).toEqual([]);
    const all = Array.from({ length: 101 }, (_, at) => 100 + at);
    await expect.poll(() => clients.map(idsIn)).toEqual(clients.map(() => all));
    expect(serialised).toEqual(Array.from({ length: 100 }, (_, at) => `event ${at}`));
    // A reconnecting client gets the events it missed without serialising them again.
    expect(idsIn(await follow('150'))).toEqual(Array.from({ length: 50 }, (_, at) => 151 + at));
    expect(serialised).toHaveLength(100);
  });

  it('buffers nothing for a client that stops reading, and sends it a snapshot when it reads again', async () => {
    const { hub, event, follow } = await startStreams();
    const [reading, silent] = [await follow(), await follow()];
    silent.socket.pause();
    const payload = 'x'.repeat(4000);
    for (let round = 0; round < 20; round++) {
      for (let at = 0; at < 500; at++) hub.publish(event('news', payload));
      await expect.poll(() => reading.text.includes(`id: ${hub.lastId}\n`)).toBe(true);
      reading.text = '';
    }
    silent.socket.resume();
    await expect.poll(() => silent.text.split('event: snapshot').length).toBe(3);
    // Of forty published megabytes, only what fits the system's buffers was sent.
    expect(silent.text.length).toBeLessThan(20_000_000);
    hub.publish(event('after'));
    await expect.poll(() => silent.text).toContain('event: after');
    expect(idsIn(silent).at(-1)).toBe(hub.lastId);
  });

  it('disconnects clients if the snapshot fails, and sends nothing after the end', async () => {
    const { hub, event, follow, faults, port, stop } = await startStreams();
    const told = await follow();
    const unreadable = () => {
      throw new Error('the disk is gone');
    };
    hub.publish({ name: 'news', data: { toJSON: unreadable } });
    await expect.poll(() => told.isClosed).toBe(true);
    expect(faults.told).toEqual([
      [{ reason: 'the disk is gone' }, expect.stringContaining('sending failed')],
    ]);
    faults.isUnreadable = true;
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(500);
    faults.isUnreadable = false;
    const again = await follow();
    hub.publish(event('last'));
    stop();
    hub.publish(event('too late'));
    // Ends with the last chunk of a chunked body.
    await expect.poll(() => again.text).toMatch(/\r\n0\r\n\r\n$/);
    expect(again.text).toContain('event: last');
    expect(again.text).not.toContain('too late');
  });

  it('disconnects a client that reads nothing for a long time', async () => {
    const { clock, hub, event, follow } = await startStreams();
    const [reading, silent] = [await follow(), await follow()];
    silent.socket.pause();
    for (let at = 0; at < 150; at++) hub.publish(event('news', 'x'.repeat(200_000)));
    await expect.poll(() => idsIn(reading).at(-1)).toBe(hub.lastId);
    await clock.advance(30_000);
    silent.socket.resume();
    await expect.poll(() => silent.isClosed).toBe(true);
    expect(reading.isClosed).toBe(false);
    await expect.poll(() => reading.text).toContain(': still here');
  });
});
