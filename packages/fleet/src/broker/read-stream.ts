import { AckPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { fleetStreams, ordersConsumer, ordersSubject } from '@stationery/contract/fleet';
import { messageOf, RefusalLog } from '@stationery/core';
import type { Broker } from './connect-broker.ts';
import { keepTrying, type RetryOptions } from './keep-trying.ts';
import { pullMessages, type StreamMessage } from './pull-messages.ts';

const nsPerMs = 1_000_000;
/** Unacknowledged messages are delivered again after this time. */
const defaultRedeliverMs = 2_000;
/** Delay before a failed message is delivered again. */
const refusedMs = 1_000;

export interface Reading {
  stream: string;
  consumer: string;
  filter: string;
  redeliverMs?: number | undefined;
  maxAtOnce: number;
  /** Whether the board has created the consumer, so that this reader must not. */
  isPrepared?: boolean;
}

/**
 * Describes how a device reads its orders. With credentials, the board creates the consumer, because devices may not.
 */
export const ordersReading = (deviceId: string): Reading => ({
  stream: fleetStreams.orders.name,
  consumer: ordersConsumer(deviceId),
  filter: ordersSubject(deviceId),
  // Allow more than one, because a server that was killed may wait forever for the acknowledgement of an order
  // that it has already removed. A redelivered order may therefore come after the next one; its fencing number
  // shows whether it still counts.
  maxAtOnce: 100,
});

export async function createConsumer(
  { consumers }: JetStreamManager,
  { stream, consumer, filter, redeliverMs, maxAtOnce }: Reading,
): Promise<void> {
  await consumers.add(stream, {
    durable_name: consumer,
    filter_subject: filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: (redeliverMs ?? defaultRedeliverMs) * nsPerMs,
    max_ack_pending: maxAtOnce,
  });
}

/**
 * Handles messages in order per subject and concurrently across subjects. If `handle` rejects, the message is
 * delivered again, possibly after later ones.
 */
export async function readStream(
  broker: Broker,
  where: Reading,
  retry: RetryOptions,
  handle: (message: StreamMessage) => Promise<void>,
): Promise<void> {
  const { signal } = retry;
  const refusals = new RefusalLog(retry, 'messages read again');
  const last = new Map<string, Promise<boolean>>();
  /** Numbers of messages that wait or are being handled. */
  const held = new Set<string>();
  const handleNext = async (
    message: StreamMessage,
    before: Promise<boolean> | undefined,
  ): Promise<boolean> => {
    // If an earlier message of the subject failed, refuse this one as well, so that it is delivered again after
    // the earlier one.
    const mayHandle = (await before) ?? true;
    try {
      if (!mayHandle || signal.aborted) throw new Error('an earlier message is delivered again');
      await handle(message);
      message.ack();
      return true;
    } catch (error) {
      if (mayHandle && !signal.aborted) refusals.note(messageOf(error), message.subject);
      message.refuse(refusedMs);
      return false;
    }
  };
  await broker.first();
  while (!signal.aborted) {
    await keepTrying(`Reading ${where.filter}`, retry, async () => {
      const { js, manager } = broker.current;
      if (!where.isPrepared) await createConsumer(await manager(), where);
      // Throws an error with the reason if the consumer does not exist.
      else await js.consumers.get(where.stream, where.consumer);
      for await (const message of pullMessages(broker, where, retry)) {
        const { subject, number } = message;
        // The server delivers a message again if earlier ones keep it waiting. Handled again, they would wait longer
        // and longer.
        if (held.has(number)) continue;
        held.add(number);
        const handled = handleNext(message, last.get(subject));
        last.set(subject, handled);
        void handled.then(() => {
          held.delete(number);
          if (last.get(subject) === handled) last.delete(subject);
        });
      }
    });
  }
  await Promise.all(last.values());
  refusals.close();
}
