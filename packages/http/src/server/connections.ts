import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { type Clock, type Logger, messageOf, RefusalLog } from '@stationery/core';
import { isLoopback } from './loopback.ts';
import { SmallPieces } from './small-pieces.ts';

export interface ConnectionLimits {
  /** At most this many at once. Node gives up below the number of files that a process may open. */
  total: number;
  /**
   * At most this many from one address, except from this machine, where a reverse proxy may speak for everybody.
   * A browser opens six to a service, however many tabs it has.
   */
  perAddress: number;
  /** How long a client may take for the TLS handshake, and then for the head of its request. */
  headMs: number;
  /** How long a connection is kept for the next request. */
  idleMs: number;
  /** How long a client may take none of the bytes that wait for it. */
  stalledMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  total: 2_000,
  perAddress: 100,
  headMs: 15_000,
  idleMs: 10_000,
  stalledMs: 120_000,
};

/** Knows every open connection of a server, refuses the ones that are too many, and ends the ones that hang. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #perAddress = new Map<string, number>();
  /** How many answers each connection waits for; none as long as it has had no request. */
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
      // Nothing was sent or received for a while. That is right while an answer is waited for; a connection that
      // has had no request yet is given `headMs` by Node; and any other has been idle for long enough.
      if (this.#awaited.get(socket) === 0 || socket.writableLength > 0) socket.destroy();
    });
  }

  /** To be called once the server listens: from then on an error is about one connection. */
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
