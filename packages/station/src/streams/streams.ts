import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describePlayerReason, type PlayerReason } from '@stationery/contract';
import { AppError, backoffMs, type Clock, DeadlineError, sleep, withDeadline } from '@stationery/core';
import { FeedReader } from './feed.ts';
import type { Internet } from './internet.ts';
import { notAudio, openAddress, readStart, StreamError, typeOf } from './open-address.ts';

/** A stream from the internet. Players read it from the station at `content`. */
export interface Stream {
  title: string;
  url: string;
  /** Whether the stream is endless, such as a radio station. */
  isLive: boolean;
  content: string;
  episode?: string;
}

/** Feeds of large podcasts have a few MB. */
const maxFeedBytes = 8 * 1024 * 1024;
/** Number of bytes read before yielding to the event loop. */
const pieceBytes = 8 * 1024;
/** The answer to an earlier tap is reused for this time. */
const freshMs = 10 * 60_000;
/** Number of streams that are remembered, those of the most recent taps. */
const maxKnown = 1_000;
const maxOpen = 8;
/** A stream is reconnected after this time without data, and also if it sends less than the minimum. */
const silentMs = 20_000;
/** Minimum rate of a stream. Even speech at the lowest quality has a higher rate. */
const minBytesPerMs = 0.5;
/** Playback time after which a stream counts as healthy again. */
const healthyMs = 10_000;
const maxFailures = 5;
const retryTimes = { firstMs: 500, maxMs: 8_000 };

interface StreamsDeps {
  internet: Internet;
  clock: Clock;
}

/** Web radio and podcasts. Players connect only to the station, which checks every address. */
export class Streams {
  readonly #deps: StreamsDeps;
  readonly #ending = new AbortController();
  readonly #known = new Map<string, { stream: Stream; failure: PlayerReason | undefined }>();
  #open = 0;
  #last: { address: string; title: string; atMs: number; streams: Stream[] } | undefined;
  #cancelFind = () => {};

  constructor(deps: StreamsDeps) {
    this.#deps = deps;
  }

  /** Resolves an address to streams. A later call cancels an earlier one. */
  async find(address: string, title: string): Promise<Stream[] | PlayerReason> {
    const { clock } = this.#deps;
    this.#cancelFind();
    const last = this.#last;
    if (last?.address === address && last.title === title && clock.nowMs() - last.atMs < freshMs)
      return last.streams;
    const cancelling = new AbortController();
    this.#cancelFind = () => cancelling.abort();
    const signal = AbortSignal.any([this.#ending.signal, cancelling.signal]);
    try {
      const response = await this.#connect(address, signal);
      const streams = await this.#streamsOf(response, { address, title, signal });
      this.#last = { address, title, atMs: clock.nowMs(), streams };
      return streams;
    } catch (error) {
      return reasonOf(error, address);
    }
  }

  failure(content: string): PlayerReason | undefined {
    return this.#known.get(keyOf(content))?.failure;
  }

  async relay(key: string, range: string | undefined, hangUp: AbortSignal) {
    const known = this.#known.get(key);
    if (known === undefined)
      throw new AppError('unknown-file', 'There is no such stream. Put its tag on the reader again.');
    const { stream } = known;
    const signal = AbortSignal.any([this.#ending.signal, hangUp]);
    const failed = (error: unknown) => {
      if (!signal.aborted) known.failure = reasonOf(error, stream.url);
      this.#last = undefined;
      return known.failure;
    };
    known.failure = undefined;
    try {
      if (this.#open >= maxOpen) throw new StreamError({ code: 'streams-full' });
      const response = await this.#sound(stream.url, signal, stream.isLive ? undefined : range);
      this.#open++;
      const body = Readable.from(this.#bytes(stream, response, signal, failed), { objectMode: false });
      body.once('close', () => this.#open--);
      return { status: response.statusCode === 206 ? 206 : 200, headers: headersOf(response), body };
    } catch (error) {
      const reason = failed(error);
      throw new AppError(
        'stream-unavailable',
        reason ? describePlayerReason(reason) : 'The player closed the connection.',
      );
    }
  }

  close(): void {
    this.#ending.abort();
  }

  async #connect(url: string, signal: AbortSignal, range?: string): Promise<IncomingMessage> {
    if (!this.#deps.internet.isWired()) throw new StreamError({ code: 'stream-needs-cable' });
    return openAddress(url, { ...this.#deps, signal, range });
  }

  async #sound(url: string, signal: AbortSignal, range?: string): Promise<IncomingMessage> {
    const response = await this.#connect(url, signal, range);
    if (isSound(response)) return response;
    response.destroy();
    throw new StreamError(notAudio(new URL(url), response));
  }

  async #streamsOf(
    response: IncomingMessage,
    { address, title, signal }: { address: string; title: string; signal: AbortSignal },
  ): Promise<Stream[]> {
    const url = new URL(address);
    if (isSound(response)) {
      response.destroy();
      const isLive = response.headers['content-length'] === undefined;
      return [this.#learn({ title, url: address, isLive })];
    }
    const feed = new FeedReader(url);
    if (isFeed(response))
      await readStart(response, maxFeedBytes, { ...this.#deps, signal }, async (chunk) => {
        for (let at = 0; at < chunk.length && !feed.isFull; at += pieceBytes) {
          feed.take(chunk.subarray(at, at + pieceBytes));
          await nextTurn();
        }
        if (feed.isFull) response.destroy();
      });
    response.destroy();
    const streams = feed.episodes.map(({ id, title: named, url }) =>
      this.#learn({ title: named || title, url, isLive: false, episode: hash(id) }),
    );
    if (streams.length > 0) return streams;
    throw new StreamError(
      /rss|atom|xml/.test(typeOf(response))
        ? { code: 'stream-no-episodes', address: url.host }
        : notAudio(url, response),
    );
  }

  #learn(stream: Omit<Stream, 'content'>): Stream {
    const key = hash(stream.url);
    const learned = { ...stream, content: `/api/v1/player/streams/${key}` };
    this.#known.delete(key);
    this.#known.set(key, { stream: learned, failure: undefined });
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown) this.#known.delete(oldest!);
    return learned;
  }

  async *#bytes(
    { url, isLive }: Stream,
    first: IncomingMessage,
    signal: AbortSignal,
    failed: (error: unknown) => unknown,
  ): AsyncGenerator<Buffer> {
    const { clock } = this.#deps;
    let response: IncomingMessage | undefined = first;
    let hasPlayed = false;
    for (let failures = 0; ; failures++) {
      const beganMs = clock.nowMs();
      let sizeBytes = 0;
      let error: unknown = new StreamError({ code: 'stream-ended', address: new URL(url).host });
      try {
        response ??= await this.#sound(url, signal);
        const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
        let leftMs = silentMs;
        for (;;) {
          const askedMs = clock.nowMs();
          const chunk = await withDeadline('data', { clock, timeoutMs: leftMs, signal }, () => chunks.next());
          if (chunk.done) break;
          const gainedMs = chunk.value.length / minBytesPerMs - (clock.nowMs() - askedMs);
          leftMs = Math.min(silentMs, leftMs + gainedMs);
          sizeBytes += chunk.value.length;
          yield chunk.value;
        }
        if (!isLive) return;
      } catch (thrown) {
        error = thrown;
      } finally {
        response?.destroy();
        response = undefined;
      }
      const isStarved = error instanceof DeadlineError;
      const playedMs = clock.nowMs() - beganMs - (isStarved ? silentMs : 0);
      if (playedMs >= healthyMs && sizeBytes >= healthyMs * minBytesPerMs) {
        failures = 0;
        hasPlayed = true;
      }
      // Don't reconnect a stream that was too slow before anything could be played, because a new connection
      // would not help.
      const isHopeless = isStarved && !hasPlayed;
      if (!isLive || isHopeless || failures >= maxFailures || signal.aborted) {
        failed(error);
        // Throw to break the connection, so that the player does not take the failure for the end of the stream.
        throw error;
      }
      await sleep(clock, backoffMs(failures, retryTimes), signal);
    }
  }
}

const isSound = (response: IncomingMessage) =>
  /^(?:audio|video)\/|^application\/(?:ogg|octet-stream)$|^$/.test(typeOf(response));
const isFeed = (response: IncomingMessage) => /rss|atom|xml|^text\/plain$/.test(typeOf(response));

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
const keyOf = (content: string) => content.slice(content.lastIndexOf('/') + 1);

function reasonOf(error: unknown, url: string): PlayerReason {
  if (error instanceof StreamError) return error.reason;
  // Any other error means that the connection broke.
  const code = error instanceof DeadlineError ? 'stream-too-slow' : 'stream-ended';
  return { code, address: new URL(url).host };
}

/** Returns only fields that a player needs; a stream must not set others for the origin of the station. */
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
