import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describePlayerReason, type PlayerReason } from '@stationery/contract';
import { AppError, backoffMs, type Clock, sleep, withDeadline } from '@stationery/core';
import type { Internet } from './internet.ts';
import { hostOf, notAudio, openAddress, StreamError, typeOf } from './open-address.ts';

/** Something to play from the internet. Players read it from the station at `content`. */
export interface Stream {
  title: string;
  url: string;
  /** Endless, such as a radio station. */
  isLive: boolean;
  content: string;
}

/** Streams of the last taps. */
const maxKnown = 1_000;
const maxOpen = 8;
/** A stream without data for this time is reconnected. */
const silentMs = 20_000;
/** Playback time after which a stream counts as healthy again. */
const healthyMs = 10_000;
const maxFailures = 5;
const retryTimes = { firstMs: 500, maxMs: 8_000 };

interface StreamsDeps {
  internet: Internet;
  clock: Clock;
}

/** Web radio for players, which connect to the station only: it checks every address. */
export class Streams {
  readonly #deps: StreamsDeps;
  readonly #ending = new AbortController();
  readonly #known = new Map<string, { stream: Stream; failure: PlayerReason | undefined }>();
  #open = 0;
  #cancelFind = () => {};

  constructor(deps: StreamsDeps) {
    this.#deps = deps;
  }

  /** Asks the address what it has. A later call cancels an earlier one. */
  async find(url: string, title: string): Promise<Stream[] | PlayerReason> {
    this.#cancelFind();
    const cancelling = new AbortController();
    this.#cancelFind = () => cancelling.abort();
    const signal = AbortSignal.any([this.#ending.signal, cancelling.signal]);
    try {
      const response = await this.#request(url, signal);
      response.destroy();
      return [this.#learn({ title, url, isLive: response.headers['content-length'] === undefined })];
    } catch (error) {
      return reasonOf(error, url);
    }
  }

  /** Why the stream stopped or could not be opened. */
  failure(content: string): PlayerReason | undefined {
    return this.#known.get(keyOf(content))?.failure;
  }

  /** Opens the stream for a player. */
  async relay(key: string, range: string | undefined, hangUp: AbortSignal) {
    const known = this.#known.get(key);
    if (known === undefined)
      throw new AppError('unknown-file', 'There is no such stream. Put its tag on the reader again.');
    const { stream } = known;
    const signal = AbortSignal.any([this.#ending.signal, hangUp]);
    const failed = (error: unknown) => {
      if (!signal.aborted) known.failure = reasonOf(error, stream.url);
      return known.failure;
    };
    known.failure = undefined;
    try {
      if (this.#open >= maxOpen) throw new StreamError({ code: 'streams-full' });
      const response = await this.#request(stream.url, signal, stream.isLive ? undefined : range);
      this.#open++;
      const body = Readable.from(this.#bytes(stream, response, signal, failed), { objectMode: false });
      body.once('close', () => this.#open--);
      return { status: response.statusCode === 206 ? 206 : 200, headers: headersOf(response), body };
    } catch (error) {
      const reason = failed(error);
      throw new AppError('stream-unavailable', reason ? describePlayerReason(reason) : 'The player hung up.');
    }
  }

  close(): void {
    this.#ending.abort();
  }

  async #request(url: string, signal: AbortSignal, range?: string): Promise<IncomingMessage> {
    if (!this.#deps.internet.isWired()) throw new StreamError({ code: 'stream-needs-cable' });
    const response = await openAddress(url, { ...this.#deps, signal, range });
    if (/^(?:audio|video)\/|^application\/(?:ogg|octet-stream)$|^$/.test(typeOf(response))) return response;
    response.destroy();
    throw new StreamError(notAudio(new URL(url), response));
  }

  #learn(stream: Omit<Stream, 'content'>): Stream {
    const key = createHash('sha256').update(stream.url).digest('hex').slice(0, 32);
    const learned = { ...stream, content: `/api/v1/player/streams/${key}` };
    this.#known.delete(key);
    this.#known.set(key, { stream: learned, failure: undefined });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown) this.#known.delete(oldest!);
    return learned;
  }

  /** The bytes of a stream. A live one is reconnected. */
  async *#bytes(
    { url, isLive }: Stream,
    first: IncomingMessage,
    signal: AbortSignal,
    failed: (error: unknown) => unknown,
  ): AsyncGenerator<Buffer> {
    const { clock } = this.#deps;
    let response: IncomingMessage | undefined = first;
    for (let failures = 0; ; failures++) {
      const beganMs = clock.nowMs();
      let error: unknown = new StreamError({ code: 'stream-ended', address: hostOf(new URL(url)) });
      try {
        response ??= await this.#request(url, signal);
        const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
        const next = () => withDeadline('data', { clock, timeoutMs: silentMs, signal }, () => chunks.next());
        for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
        if (!isLive) return;
      } catch (thrown) {
        error = thrown;
      } finally {
        response?.destroy();
        response = undefined;
      }
      if (clock.nowMs() - beganMs >= healthyMs) failures = 0;
      if (!isLive || failures >= maxFailures || signal.aborted) {
        failed(error);
        // Breaks the connection, so that the player does not take this for the end.
        throw error;
      }
      await sleep(clock, backoffMs(failures, retryTimes), signal);
    }
  }
}

const keyOf = (content: string) => content.slice(content.lastIndexOf('/') + 1);

function reasonOf(error: unknown, url: string): PlayerReason {
  // Anything else is a connection that broke.
  return error instanceof StreamError
    ? error.reason
    : { code: 'stream-ended', address: hostOf(new URL(url)) };
}

/** Only fields that a player needs; a stream must not set others for the origin of the station. */
function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': typeOf(response) || 'application/octet-stream',
    'content-security-policy': "sandbox; default-src 'none'; media-src 'self'",
    'cache-control': 'no-store',
  };
  for (const name of ['content-length', 'content-range', 'accept-ranges'] as const) {
    const value = response.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
