import type { JetStreamManager, JsMsg } from '@nats-io/jetstream';
import { AckPolicy } from '@nats-io/jetstream';
import { fleetStreams, ordersConsumer, ordersSubject } from '@stationery/contract/fleet';
import { messageOf } from '@stationery/core';
import type { Broker } from './connect-broker.ts';
import { keepTrying, type Trying } from './keep-trying.ts';

/** Asked again this often, so that a subscription that a restart of the server has lost is noticed. */
const askAgainMs = 2_000;
const nsPerMs = 1_000_000;
/** A message that nobody acknowledged in this time comes again. */
export const defaultRedeliverMs = 2_000;

export interface Reading {
  stream: string;
  consumer: string;
  filter: string;
  redeliverMs?: number | undefined;
}

/** The orders of a device. Where it has credentials, the board creates the consumer: a device may not. */
export const ordersReading = (deviceId: string): Reading => ({
  stream: fleetStreams.orders.name,
  consumer: ordersConsumer(deviceId),
  filter: ordersSubject(deviceId),
});

/** Creates it unless it is there. */
export async function createConsumer(
  { consumers }: JetStreamManager,
  { stream, consumer, filter, redeliverMs }: Reading,
): Promise<void> {
  await consumers.add(stream, {
    durable_name: consumer,
    filter_subject: filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: (redeliverMs ?? defaultRedeliverMs) * nsPerMs,
    // One at a time: a message that comes again must not overtake the next.
    max_ack_pending: 1,
  });
}

/**
 * Reads a stream message by message, in order, for ever. A message is acknowledged after `handle` has resolved, and comes
 * again where it has not.
 */
export async function readStream(
  broker: Broker,
  where: Reading & {
    /** Somebody else creates the consumer. */
    isPrepared?: boolean;
  },
  trying: Trying,
  handle: (message: JsMsg) => Promise<void>,
): Promise<void> {
  const { signal, log } = trying;
  await broker.first();
  while (!signal.aborted) {
    await keepTrying(`Reading ${where.filter}`, trying, async () => {
      const { js, manager } = broker.current;
      if (!where.isPrepared) await createConsumer(await manager(), where);
      const consumer = await js.consumers.get(where.stream, where.consumer);
      while (!signal.aborted) {
        const message = await consumer.next({ expires: askAgainMs });
        if (message === null || signal.aborted) continue;
        try {
          await handle(message);
        } catch (error) {
          log.error({ reason: messageOf(error), subject: message.subject }, 'a message is read again');
          message.nak(1_000);
          continue;
        }
        // Confirmed by the server, so that it does not come again unless something broke.
        await message.ackAck({ timeout: askAgainMs }).catch(() => undefined);
      }
    });
  }
}
