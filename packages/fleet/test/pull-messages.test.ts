import { connect, type Msg } from '@nats-io/transport-node';
import { fleetStreams, ordersSubject } from '@stationery/contract/fleet';
import { silentLogger, systemClock } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Broker } from '../src/broker/connect-broker.ts';
import { createLayout } from '../src/broker/layout.ts';
import { askEveryMs } from '../src/broker/pull-messages.ts';
import { ordersReading, readStream } from '../src/broker/read-stream.ts';
import { natsServer, startServer } from './support/nats-server.ts';

describe.skipIf(!natsServer.run)(`requests for messages (${natsServer.label})`, () => {
  it('always has one that is valid, also while another ends, and after a restart of the server', async () => {
    const { server, kill, start } = await startServer();
    const stopping = new AbortController();
    const { signal } = stopping;
    const trying = { clock: systemClock, log: silentLogger, signal };
    const broker = new Broker({ server, isTls: false }, 'test', trying);
    await broker.first();
    await createLayout(broker);

    const { stream, consumer } = ordersReading('one');
    const listener = await connect({ servers: server });
    const requests: { inbox: string; atMs: number; untilMs: number }[] = [];
    listener.subscribe(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, {
      callback: (_error, { reply, data }: Msg) => {
        const { expires } = JSON.parse(new TextDecoder().decode(data)) as { expires: number };
        requests.push({
          inbox: reply ?? '',
          atMs: clock.nowMs(),
          untilMs: clock.nowMs() + expires / 1_000_000,
        });
      },
    });
    await listener.flush();

    const clock = new ManualClock();
    const read: string[] = [];
    let failing = '';
    let failed = false;
    const reading = readStream(broker, ordersReading('one'), { ...trying, clock }, async ({ data }) => {
      const text = new TextDecoder().decode(data);
      if (text === failing) {
        failed = true;
        throw new Error('not now');
      }
      read.push(text);
    });
    onTestFinished(async () => {
      stopping.abort();
      await Promise.all([broker.close(), listener.close()]);
      await reading;
    });
    const publish = (text: string) => broker.current.js.publish(ordersSubject('one'), text);

    await expect.poll(() => requests.length).toBe(1);
    for (let count = 2; count <= 4; count++) {
      await clock.advance(askEveryMs);
      await expect.poll(() => requests.length).toBe(count);
    }
    for (const [at, { untilMs }] of requests.slice(0, -1).entries())
      expect(requests[at + 1]?.atMs).toBeLessThan(untilMs);
    // The answer to any of them is read.
    expect(new Set(requests.map(({ inbox }) => inbox)).size).toBe(1);
    await publish('first');
    await expect.poll(() => read).toEqual(['first']);

    // No time passes here: who comes back asks at once.
    await kill();
    await expect.poll(() => broker.isConnected).toBe(false);
    await clock.advance(10 * askEveryMs);
    await start();
    await expect
      .poll(() =>
        publish('second').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => read).toEqual(['first', 'second']);

    // An order that the server waits for and does not have any more, as after it was killed, holds up no other. One of another device is
    // older: with it the server keeps the place of all that came later.
    const { streams } = await broker.current.manager();
    await broker.current.js.publish(ordersSubject('other'), 'older');
    failing = 'lost';
    const { seq } = await publish('lost');
    await expect.poll(() => failed).toBe(true);
    await streams.deleteMessage(fleetStreams.orders.name, seq);
    await publish('third');
    await expect.poll(() => read).toEqual(['first', 'second', 'third']);

    // A consumer that is gone is created again, and what waits for it is read.
    await (await broker.current.manager()).consumers.delete(fleetStreams.orders.name, consumer);
    await publish('fourth');
    await expect
      .poll(async () => {
        await clock.advance(askEveryMs);
        return read;
      })
      .toEqual(['first', 'second', 'third', 'fourth']);
  });
});
