import { connect, type Msg } from '@nats-io/transport-node';
import { fleetStreams, ordersSubject } from '@stationery/contract/fleet';
import { silentLogger, systemClock } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Broker } from '../../src/broker/connect-broker.ts';
import { createLayout } from '../../src/broker/layout.ts';
import { askEveryMs } from '../../src/broker/pull-messages.ts';
import { ordersReading, readStream } from '../../src/broker/read-stream.ts';
import { natsServer, startServer } from '../support/nats-server.ts';

describe.skipIf(!natsServer.run)(`pullMessages (${natsServer.label})`, () => {
  it('always has a valid request, even while the previous one expires and after a server restart', async () => {
    const { server, kill, start } = await startServer();
    const stopping = new AbortController();
    const { signal } = stopping;
    const retry = { clock: systemClock, log: silentLogger, signal };
    const broker = new Broker({ server, isTls: false }, 'test', retry);
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
    const read = new Set<string>();
    let held = Promise.resolve();
    const reading = readStream(broker, ordersReading('one'), { ...retry, clock }, async ({ data }) => {
      await held;
      read.add(new TextDecoder().decode(data));
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
    // All requests share one inbox, so the reply to any of them is read.
    expect(new Set(requests.map(({ inbox }) => inbox)).size).toBe(1);
    await publish('first');
    await expect.poll(() => [...read]).toEqual(['first']);

    // Requests are repeated at once after reconnecting, without waiting for the clock. A killed server may have
    // lost acknowledgements and then delivers messages again.
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
    await expect.poll(() => [...read]).toEqual(['first', 'second']);

    // An unacknowledged order does not block the others. A killed server may have left one that it wrongly
    // believes to be in flight.
    const { consumers } = await broker.current.manager();
    let release = () => {};
    held = new Promise((resolve) => {
      release = resolve;
    });
    await publish('third');
    await publish('fourth');
    const underWay = async () => (await consumers.info(stream, consumer)).num_ack_pending;
    await expect.poll(underWay).toBe(2);
    release();
    await expect.poll(() => [...read]).toEqual(['first', 'second', 'third', 'fourth']);

    // A missing consumer is created again, and its waiting messages are read.
    await (await broker.current.manager()).consumers.delete(fleetStreams.orders.name, consumer);
    await publish('fifth');
    await expect
      .poll(async () => {
        await clock.advance(askEveryMs);
        return [...read];
      })
      .toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
  });

  it('hands over a message once, even if it waits so long that the server delivers it again', async () => {
    const { server } = await startServer();
    const stopping = new AbortController();
    const retry = { clock: systemClock, log: silentLogger, signal: stopping.signal };
    const broker = new Broker({ server, isTls: false }, 'test', retry);
    await broker.first();
    await createLayout(broker);
    const handled: string[] = [];
    const where = { ...ordersReading('one'), redeliverMs: 100 };
    const info = async () => {
      const { consumers, streams } = await broker.current.manager();
      const { num_redelivered: redelivered } = await consumers.info(where.stream, where.consumer);
      return { redelivered, left: (await streams.info(where.stream)).state.messages };
    };
    const sent = Array.from({ length: 10 }, (_, at) => String(at));
    const reading = readStream(broker, where, retry, async ({ data }) => {
      handled.push(new TextDecoder().decode(data));
      if (handled.length === 1)
        await expect.poll(async () => (await info()).redelivered).toBeGreaterThanOrEqual(sent.length);
    });
    onTestFinished(async () => {
      stopping.abort();
      await broker.close();
      await reading;
    });
    for (const text of sent) await broker.current.js.publish(ordersSubject('one'), text);
    await expect.poll(async () => (await info()).left).toBe(0);
    expect(handled).toEqual(sent);
  });
});
