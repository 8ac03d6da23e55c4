import type { Msg } from '@nats-io/transport-node';
import type { Broker } from './connect-broker.ts';
import type { RetryOptions } from './keep-trying.ts';

/**
 * Each request is valid for two intervals, so two requests overlap. The server drops a request that expires
 * just as a message arrives; the second request then gets the message at once. The library's readers send one
 * request at a time and would get such a message seconds later.
 */
export const askEveryMs = 5_000;
const validMs = 2 * askEveryMs;
const nsPerMs = 1_000_000;
/** Number of messages that one request asks for. */
const batch = 5_000;
/** Statuses of empty messages, with which the server reports the end of a request. */
const noSuchConsumer = 503;
const changed = 409;

export interface StreamMessage {
  /** The sequence number in the stream, which stays the same when the message is delivered again. */
  number: string;
  subject: string;
  data: Uint8Array;
  ack(): void;
  /** Asks the server to deliver the message again after this time. */
  refuse(delayMs: number): void;
}

/**
 * Yields messages until the signal aborts, with never more unacknowledged than the consumer allows. Throws if
 * the consumer is gone.
 */
export async function* pullMessages(
  broker: Broker,
  { stream, consumer }: { stream: string; consumer: string },
  { clock, log, signal }: RetryOptions,
): AsyncGenerator<StreamMessage, void, void> {
  const { nats, newInbox } = broker.current;
  const inbox = newInbox();
  const request = JSON.stringify({ batch, expires: validMs * nsPerMs });
  let left = 0;
  // Drops acknowledgements once the connection is closed; the server then delivers the messages again.
  const send = (subject: string, text: string, reply?: string) => {
    if (!nats.isClosed()) nats.publish(subject, text, reply === undefined ? {} : { reply });
  };
  const ask = () => {
    // Without a connection, the library would buffer each of these requests.
    if (signal.aborted || !broker.isConnected) return;
    send(`$JS.API.CONSUMER.MSG.NEXT.${stream}.${consumer}`, request, inbox);
    left = batch;
  };
  const messages = nats.subscribe(inbox);
  const end = () => messages.unsubscribe();
  signal.addEventListener('abort', end, { once: true });
  const stopAsking = clock.every(askEveryMs, ask);
  const forgetReconnect = broker.onReconnect(ask);
  try {
    ask();
    for await (const message of messages) {
      if (signal.aborted) return;
      const { headers, reply = '' } = message;
      if (headers !== undefined && headers.code > 0) {
        const isOver = headers.code === noSuchConsumer || /deleted/i.test(headers.description);
        if (isOver) throw new Error(`The server has no consumer ${consumer}`);
        if (headers.code === changed)
          log.debug({ reason: headers.description }, 'a pull request ended early');
        if (/leader/i.test(headers.description)) ask();
      } else if (reply !== '') {
        yield streamMessage(message, reply);
        if (--left < batch / 2) ask();
      }
    }
  } finally {
    forgetReconnect();
    stopAsking();
    signal.removeEventListener('abort', end);
    if (!messages.isClosed()) messages.unsubscribe();
  }

  function streamMessage({ subject, data }: Msg, reply: string): StreamMessage {
    return {
      number: sequenceNumber(reply),
      subject,
      data,
      ack: () => send(reply, '+ACK'),
      refuse: (delayMs) => send(reply, `-NAK {"delay":${delayMs * nsPerMs}}`),
    };
  }
}

/**
 * Takes the sequence number from the subject of an acknowledgement, `$JS.ACK.<stream>.<consumer>.<deliveries>.<number>…`.
 * Newer servers add the domain and the account before the stream.
 */
function sequenceNumber(reply: string): string {
  const tokens = reply.split('.');
  return tokens[tokens.length > 9 ? 7 : 5] ?? '';
}
