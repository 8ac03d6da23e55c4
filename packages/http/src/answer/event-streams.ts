import type { ServerResponse } from 'node:http';
import { mediaTypes } from '@stationery/contract';
import { type Clock, type EventHub, type Logger, messageOf } from '@stationery/core';
import type { FastifyReply } from 'fastify';
import { EventFrames, type NamedEvent } from './event-frames.ts';

interface EventStreamOptions<E extends NamedEvent> {
  hub: EventHub<E>;
  snapshot: () => E;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

interface Client {
  response: ServerResponse;
  lastId: number;
  /** Whether the connection's buffer is full. */
  isFull: boolean;
  /** `isFull` at the last check. */
  wasFull: boolean;
}

const keepAliveMs = 15_000;
/** The pause between rounds, as a multiple of the last round's duration, with its bounds. */
const restShare = 20;
const minRestMs = 20;
const maxRestMs = 250;

/**
 * Sends events in rounds, which limits CPU time; publishing does not wait. Buffers nothing per client: a client
 * that missed too many events gets a snapshot.
 */
export class EventStreams<E extends NamedEvent> {
  readonly #options: EventStreamOptions<E>;
  readonly #frames: EventFrames<E>;
  readonly #clients = new Set<Client>();
  #unsubscribe: (() => void) | undefined;
  #stopKeepAlive: (() => void) | undefined;
  #cancelRound: (() => void) | undefined;
  #roundEndedMs = 0;
  #restMs = 0;

  constructor(options: EventStreamOptions<E>) {
    this.#options = options;
    this.#frames = new EventFrames(options.hub);
    options.signal.addEventListener('abort', () => this.#end(), { once: true });
  }

  send(reply: FastifyReply, lastEventId: string | undefined): FastifyReply {
    const { hub, signal } = this.#options;
    const isKnown = /^\d{1,16}$/.test(lastEventId ?? '');
    // Prepare before sending, so that a failure becomes an error response.
    const first = (isKnown ? this.#frames.since(Number(lastEventId)) : undefined) ?? this.#snapshot();
    reply.hijack();
    const response = reply.raw;
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': mediaTypes.eventStream,
      'cache-control': 'no-store',
    });
    // The connection has already ended, so `close` and `abort` will not fire.
    if (response.destroyed || signal.aborted) {
      response.end();
      return reply;
    }
    const client = { response, lastId: hub.lastId, isFull: false, wasFull: false };
    response.on('error', () => undefined);
    response.once('close', () => this.#left(client));
    response.on('drain', () => {
      client.isFull = false;
      this.#schedule();
    });
    response.write('retry: 1000\n\n');
    this.#write(client, first);
    this.#clients.add(client);
    this.#unsubscribe ??= hub.subscribe(this.#schedule);
    this.#stopKeepAlive ??= this.#options.clock.every(keepAliveMs, () => this.#keepAllAlive());
    return reply;
  }

  /** Runs for every event, so it must be cheap. */
  readonly #schedule = (): void => {
    if (this.#cancelRound !== undefined || this.#options.signal.aborted) return;
    const leftMs = this.#roundEndedMs + this.#restMs - performance.now();
    // Uses real time instead of the service's clock, because this limits CPU time.
    if (leftMs > 0) {
      const timer = setTimeout(this.#round, leftMs);
      this.#cancelRound = () => clearTimeout(timer);
    } else {
      const immediate = setImmediate(this.#round);
      this.#cancelRound = () => clearImmediate(immediate);
    }
  };

  readonly #round = (): void => {
    this.#cancelRound = undefined;
    const { hub, log } = this.#options;
    const beganMs = performance.now();
    for (const client of this.#clients) {
      if (client.isFull || client.lastId === hub.lastId) continue;
      try {
        this.#write(client, this.#frames.since(client.lastId) ?? this.#snapshot());
      } catch (error) {
        // Disconnect, because no caller would handle the error. Clients reconnect and then get it as a
        // response.
        log.error({ reason: messageOf(error) }, 'event streams disconnected: sending failed');
        client.response.destroy();
      }
    }
    this.#roundEndedMs = performance.now();
    const wantedMs = (this.#roundEndedMs - beganMs) * restShare;
    this.#restMs = Math.min(Math.max(wantedMs, minRestMs), maxRestMs);
  };

  #write(client: Client, bytes: Buffer): void {
    client.lastId = this.#options.hub.lastId;
    if (bytes.length > 0) client.isFull = !client.response.write(bytes);
  }

  #snapshot(): Buffer {
    const { hub, snapshot } = this.#options;
    return this.#frames.once({ id: hub.lastId, event: snapshot() });
  }

  /** Disconnects clients that have read nothing since the last call; they reconnect and resume. */
  #keepAllAlive(): void {
    for (const client of this.#clients) {
      if (client.isFull && client.wasFull) client.response.destroy();
      else if (!client.isFull) client.response.write(': still here\n\n');
      client.wasFull = client.isFull;
    }
  }

  #left(client: Client): void {
    this.#clients.delete(client);
    if (this.#clients.size > 0) return;
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#stopKeepAlive?.();
    this.#stopKeepAlive = undefined;
    this.#cancelRound?.();
    this.#cancelRound = undefined;
  }

  /** Sends the remaining events, then ends all streams. */
  #end(): void {
    this.#cancelRound?.();
    this.#round();
    for (const { response } of this.#clients) response.end();
  }
}
