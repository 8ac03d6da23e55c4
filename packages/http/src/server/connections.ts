import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type Clock, type Logger, messageOf, RefusalLog } from '@stationery/core';
import { isLoopback } from './loopback.ts';
import { SmallPieces } from './small-pieces.ts';

export interface ConnectionLimits {
  /** Maximum total. Must stay below the number of files that a process may open. */
  total: number;
  /**
   * Maximum per address. Does not apply to this machine, which may be a proxy. A browser opens six connections
   * per service.
   */
  perAddress: number;
  /** Timeout for the TLS handshake, and then for the head of a request. */
  headMs: number;
  /** How long an idle connection is kept for the next request. */
  idleMs: number;
  stalledMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  total: 2_000,
  perAddress: 100,
  headMs: 15_000,
  idleMs: 10_000,
  stalledMs: 120_000,
};

/** Refuses excess connections and ends stalled ones. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #perAddress = new Map<string, number>();
  /** Number of pending responses; undefined before the first request. */
  readonly #awaited = new WeakMap<Socket, number>();
  readonly #refusals: RefusalLog;
  readonly #smallPieces: SmallPieces;
  readonly #limits: ConnectionLimits;

  constructor(
    server: Server | TlsServer,
    limits: ConnectionLimits,
    parts: { clock: Clock; log: Logger | undefined },
  ) {
    this.#limits = limits;
    this.#refusals = new RefusalLog(parts, 'connections refused');
    this.#smallPieces = new SmallPieces(parts.clock);
    server.maxConnections = limits.total;
    server.on('drop', () => this.#refusals.note('too many connections'));
    server.on('connection', (socket) => this.#take(socket));
    server.on('request', (request, response) => this.#begin(request, response));
    server.timeout = limits.stalledMs;
    server.on('timeout', (socket: Socket) => {
      // Ends the connection if it waits for its next request, or if the client does not read its response.
      // Otherwise a response is pending, or `headMs` limits the request.
      if (this.#awaited.get(socket) === 0 || socket.writableLength > 0) socket.destroy();
    });
  }

  /**
   * Logs errors of the server. Call it once the server listens, because from then on an error concerns a single
   * connection.
   */
  watch(server: Server | TlsServer): void {
    server.on('error', (error) => this.#refusals.note(messageOf(error)));
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  close(): void {
    this.#smallPieces.close();
    this.#refusals.close();
  }

  #take(socket: Socket): void {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const count = this.#perAddress.get(address) ?? 0;
    if (count >= this.#limits.perAddress && !isLoopback(address)) {
      this.#refusals.note('too many connections from one address', address);
      socket.destroy();
      return;
    }
    this.#sockets.add(socket);
    this.#perAddress.set(address, count + 1);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      const left = (this.#perAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#perAddress.delete(address);
      else this.#perAddress.set(address, left);
    });
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#smallPieces.ration(request);
    const { socket } = request;
    const add = (change: 1 | -1) => this.#awaited.set(socket, (this.#awaited.get(socket) ?? 0) + change);
    add(1);
    response.once('close', () => add(-1));
  }
}
