import type { Msg } from '@nats-io/transport-node';
import type { Clock, Logger } from '@stationery/core';
import { answerWithinMs, type Broker } from './connect-broker.ts';

/**
 * A request for messages is valid for twice as long as it takes until the next one. The server forgets one that ends just as a message
 * comes, without an answer; then the other one gets the message. The library's own readers have one request at a time, and notice
 * after some seconds.
 */
export const askEveryMs = 5_000;
const validMs = 2 * askEveryMs;
const nsPerMs = 1_000_000;
/** Of a message that has no content: the server says what became of a request. */
const noSuchConsumer = 503;
const changed = 409;

export interface StreamMessage {
  subject: string;
  data: Uint8Array;
  ack(): void;
  /** Resolves when the server has confirmed it, so that it does not come again. */
  ackAndWait(): Promise<void>;
  /** It comes again after this time. */
  refuse(delayMs: number): void;
}

/**
 * The messages of a consumer as they come, until the signal. The server sends no more of them than the consumer allows without an
 * acknowledgement. Throws where the consumer is gone.
 */
export async function* pullMessages(
  broker: Broker,
  { stream, consumer }: { stream: string; consumer: string },
  { clock, log, signal }: { clock: Clock; log: Logger; signal: AbortSignal },
  { batch = 500 } = {},
): AsyncGenerator<StreamMessage, void, void> {
  const { nats, newInbox } = broker.current;
  const inbox = newInbox();
  const request = JSON.stringify({ batch, expires: validMs * nsPerMs });
  let left = 0;
  // Where the connection was closed meanwhile, the message comes again.
  const send = (subject: string, text: string, reply?: string) => {
    if (!nats.isClosed()) nats.publish(subject, text, reply === undefined ? {} : { reply });
  };
  const ask = () => {
    // Without a connection the library would keep all of them for later.
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
        if (headers.code === changed) log.debug({ reason: headers.description }, 'a request ended early');
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
      subject,
      data,
      ack: () => send(reply, '+ACK'),
      ackAndWait: async () => {
        await nats.request(reply, '+ACK', { timeout: answerWithinMs });
      },
      refuse: (delayMs) => send(reply, `-NAK {"delay":${delayMs * nsPerMs}}`),
    };
  }
}
