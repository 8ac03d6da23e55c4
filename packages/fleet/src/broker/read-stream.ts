import type { ConsumerConfig, JsMsg } from '@nats-io/jetstream';
import { AckPolicy } from '@nats-io/jetstream';
import { messageOf } from '@stationery/core';
import type { Broker } from './connect-broker.ts';
import { keepTrying, type Trying } from './keep-trying.ts';

/** Asked again this often, so that a subscription that a restart of the server has lost is noticed. */
const askAgainMs = 2_000;
const nsPerMs = 1_000_000;
/** A message that nobody acknowledged in this time comes again. */
export const defaultRedeliverMs = 2_000;

/**
 * Reads a stream message by message, in order, for ever. A message is acknowledged after `handle` has resolved, and comes
 * again where it has not.
 */
export async function readStream(
  broker: Broker,
  where: { stream: string; consumer: string; filter: string; redeliverMs?: number | undefined },
  trying: Trying,
  handle: (message: JsMsg) => Promise<void>,
): Promise<void> {
  const { signal, log } = trying;
  const config: Partial<ConsumerConfig> = {
    durable_name: where.consumer,
    filter_subject: where.filter,
    ack_policy: AckPolicy.Explicit,
    ack_wait: (where.redeliverMs ?? defaultRedeliverMs) * nsPerMs,
    // One at a time: a message that comes again must not overtake the next.
    max_ack_pending: 1,
  };
  await broker.first();
  while (!signal.aborted) {
    await keepTrying(`Reading ${where.filter}`, trying, async () => {
      const { js, manager } = broker.current;
      await (await manager()).consumers.add(where.stream, config);
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
