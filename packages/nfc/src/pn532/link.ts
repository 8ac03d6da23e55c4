import type { BytePort, Clock } from '@stationery/core';
import { encodeFrame } from './frame.ts';
import { type Parsed, Pn532Parser } from './parser.ts';

/** Timeout of the ACK. The data sheet says 15 ms, and USB adapters add up to 16 ms. */
const ackTimeoutMs = 35;
const maxSends = 3;
const maxNacks = 3;

const ack = encodeFrame({ kind: 'ack' });
const nack = encodeFrame({ kind: 'nack' });

interface ExchangeOptions {
  answerTimeoutMs: number;
  preamble?: Uint8Array;
  /** Whether an answer belongs to this command. Omitted if the answer code is enough to tell. */
  belongs?: (answerData: Uint8Array) => boolean;
}

interface Exchange extends ExchangeOptions {
  readonly code: number;
  readonly bytes: Uint8Array;
  sends: number;
  nacks: number;
  acknowledged: boolean;
  cancelAlarm: () => void;
  resolve(answerData: Uint8Array): void;
  reject(error: ExchangeError): void;
}

/** Runs one command at a time: send, acknowledge, answer, each with a timeout. */
export class Pn532Link {
  readonly #port: BytePort;
  readonly #clock: Clock;
  readonly #parser = new Pn532Parser();
  readonly #unsubscribe: (() => void)[];
  #running: Exchange | undefined;
  readonly #closed = new AbortController();
  #droppedBefore = 0;

  constructor({ port, clock }: { port: BytePort; clock: Clock }) {
    this.#port = port;
    this.#clock = clock;
    this.#unsubscribe = [
      port.onBytes((bytes) => this.#receive(bytes)),
      port.onClose((reason) => this.close(reason)),
    ];
  }

  /** Aborted with an `ExchangeError` when the line is gone. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /** Number of bytes outside of frames since the last answer. */
  get noiseBytes(): number {
    return this.#parser.droppedBytes - this.#droppedBefore;
  }

  /** Runs a command. Resolves with the data after the answer code. */
  exchange(payload: Uint8Array, options: ExchangeOptions): Promise<Uint8Array> {
    if (this.#running !== undefined) throw new Error('an exchange is still running');
    return new Promise((resolve, reject) => {
      if (this.signal.aborted) {
        reject(this.signal.reason);
        return;
      }
      const frame = encodeFrame({ kind: 'to-chip', payload });
      const exchange: Exchange = {
        ...options,
        code: payload[0] ?? 0,
        bytes: Uint8Array.of(...(options.preamble ?? []), ...frame),
        sends: 0,
        nacks: 0,
        acknowledged: false,
        cancelAlarm: () => undefined,
        resolve,
        reject,
      };
      this.#running = exchange;
      this.#send(exchange);
    });
  }

  /** Ends the running exchange. Leaves the port open for its owner to close. */
  close(cause?: unknown): void {
    if (this.signal.aborted) return;
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    const gone = new ExchangeError('gone', { cause });
    this.#closed.abort(gone);
    this.#fail(gone);
  }

  #send(exchange: Exchange): void {
    exchange.sends++;
    exchange.acknowledged = false;
    // Drop the rest of an earlier frame, which would swallow the beginning of this answer.
    this.#parser.reset();
    this.#write(exchange.bytes);
    this.#setAlarm(exchange, ackTimeoutMs, () => {
      if (exchange.sends < maxSends) this.#send(exchange);
      else this.#fail(new ExchangeError('no-ack'));
    });
  }

  #receive(bytes: Uint8Array): void {
    for (const parsed of this.#parser.push(bytes)) {
      if (this.#running !== undefined) this.#handle(this.#running, parsed);
    }
  }

  #handle(exchange: Exchange, parsed: Parsed): void {
    switch (parsed.kind) {
      case 'ack':
        if (!exchange.acknowledged) this.#awaitAnswer(exchange);
        break;
      case 'nack':
        if (exchange.sends < maxSends) this.#send(exchange);
        break;
      case 'error':
        this.#fail(new ExchangeError('refused'));
        break;
      case 'corrupt':
        // Without an ACK there is no answer that could be requested again; the command is repeated instead.
        if (exchange.acknowledged && exchange.nacks++ < maxNacks) this.#write(nack);
        break;
      case 'from-chip':
        // Accept the answer even before the ACK, because some chips reverse the order.
        this.#answer(exchange, parsed.payload);
        break;
      case 'to-chip':
        break;
    }
  }

  #awaitAnswer(exchange: Exchange): void {
    exchange.acknowledged = true;
    this.#setAlarm(exchange, exchange.answerTimeoutMs, () => {
      // An ACK from the host aborts the running command.
      this.#write(ack);
      this.#fail(new ExchangeError('no-answer'));
    });
  }

  #answer(exchange: Exchange, payload: Uint8Array): void {
    const data = payload.slice(1);
    if (payload[0] !== exchange.code + 1 || exchange.belongs?.(data) === false) return;
    this.#droppedBefore = this.#parser.droppedBytes;
    this.#finish(exchange);
    exchange.resolve(data);
  }

  #fail(error: ExchangeError): void {
    const exchange = this.#running;
    if (exchange === undefined) return;
    this.#finish(exchange);
    exchange.reject(error);
  }

  #finish(exchange: Exchange): void {
    exchange.cancelAlarm();
    this.#running = undefined;
  }

  #setAlarm(exchange: Exchange, delayMs: number, ring: () => void): void {
    exchange.cancelAlarm();
    exchange.cancelAlarm = this.#clock.after(delayMs, ring);
  }

  #write(bytes: Uint8Array): void {
    this.#port.write(bytes).catch((error: unknown) => this.close(error));
  }
}

/** `no-answer`: the chip acknowledged, but sent no valid answer. `gone`: the line is closed. */
type ExchangeFailure = 'no-ack' | 'no-answer' | 'refused' | 'gone';

export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: ExchangeFailure;

  constructor(failure: ExchangeFailure, options?: { cause: unknown }) {
    super(`the exchange with the chip failed: ${failure}`, options);
    this.failure = failure;
  }
}
