import type { ServerResponse } from 'node:http';
import { mediaTypes } from '@stationery/contract';
import { type Clock, type EventHub, type Logger, messageOf } from '@stationery/core';
import type { FastifyReply } from 'fastify';
import { EventFrames, type NamedEvent } from './event-frames.ts';

export interface EventStreamParts<E extends NamedEvent> {
  hub: EventHub<E>;
  snapshot: () => E;
  clock: Clock;
  log: Logger;
  /** Ends all streams. */
  signal: AbortSignal;
}

interface Client {
  response: ServerResponse;
  /** The last event that it was sent. */
  lastId: number;
  /** Its connection takes no more at the moment. */
  isFull: boolean;
  /** The state at the last check. */
  wasFull: boolean;
}

const keepAliveMs = 15_000;
/** After a round of sending, this many times as long is left to everything else, within these bounds. */
const restShare = 20;
const shortestRestMs = 20;
const longestRestMs = 250;

/**
 * Server-sent events from a hub to any number of clients. Publishing does not wait for them: events are sent
 * in rounds, so that many clients, or many events, take a small share of the processor and none of the time of a
 * machine. A client that says where it was is sent what it missed; any other, or one that was away or did
 * not read for too long, is given a snapshot. What a client does not take is not kept for it.
 */
export class EventStreams<E extends NamedEvent> {
  readonly #parts: EventStreamParts<E>;
  readonly #frames: EventFrames<E>;
  readonly #clients = new Set<Client>();
  #unsubscribe: (() => void) | undefined;
  #stopKeepAlive: (() => void) | undefined;
  #cancelRound: (() => void) | undefined;
  #roundEndedMs = 0;
  #restMs = 0;

  constructor(parts: EventStreamParts<E>) {
    this.#parts = parts;
    this.#frames = new EventFrames(parts.hub);
    parts.signal.addEventListener('abort', () => this.#end(), { once: true });
  }

  /** Answers a request with the stream. */
  send(reply: FastifyReply, lastEventId: string | undefined): FastifyReply {
    const { hub, signal } = this.#parts;
    const isKnown = /^\d{1,16}$/.test(lastEventId ?? '');
    // Before anything is sent, so that a failure is answered like any other.
    const first = (isKnown ? this.#frames.since(Number(lastEventId)) : undefined) ?? this.#snapshot();
    reply.hijack();
    const response = reply.raw;
    const headers = reply.getHeaders() as Record<string, string>;
    response.writeHead(200, {
      ...headers,
      'content-type': mediaTypes.eventStream,
      'cache-control': 'no-store',
    });
    // A client that has hung up already, or a service that stops already, will not say so again.
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
    this.#stopKeepAlive ??= this.#parts.clock.every(keepAliveMs, () => this.#keepAllAlive());
    return reply;
  }

  /** Called with every event: it must cost next to nothing. */
  readonly #schedule = (): void => {
    if (this.#cancelRound !== undefined || this.#parts.signal.aborted) return;
    const leftMs = this.#roundEndedMs + this.#restMs - performance.now();
    // Real time, whatever the clock of the service: it is a share of the processor that is measured.
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
    const { hub, log } = this.#parts;
    const beganMs = performance.now();
    for (const client of this.#clients) {
      if (client.isFull || client.lastId === hub.lastId) continue;
      try {
        this.#write(client, this.#frames.since(client.lastId) ?? this.#snapshot());
      } catch (error) {
        // It reconnects, and then gets the error. No caller handles this error, so it must end here.
        log.error({ reason: messageOf(error) }, 'a stream of events was cut off');
        client.response.destroy();
      }
    }
    this.#roundEndedMs = performance.now();
    const wantedMs = (this.#roundEndedMs - beganMs) * restShare;
    this.#restMs = Math.min(Math.max(wantedMs, shortestRestMs), longestRestMs);
  };

  #write(client: Client, bytes: Buffer): void {
    client.lastId = this.#parts.hub.lastId;
    if (bytes.length > 0) client.isFull = !client.response.write(bytes);
  }

  #snapshot(): Buffer {
    const { hub, snapshot } = this.#parts;
    return this.#frames.once({ id: hub.lastId, event: snapshot() });
  }

  /** A client that reads nothing for this long is disconnected; it reconnects and resumes where it was. */
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

  /** What was published before the end is sent before it. */
  #end(): void {
    this.#cancelRound?.();
    this.#round();
    for (const { response } of this.#clients) response.end();
  }
}
