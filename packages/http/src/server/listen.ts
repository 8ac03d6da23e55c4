import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Clock, type Logger, SettingError, systemClock, systemErrorCode } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import type { ErrorStyle } from '../errors/error-style.ts';
import { type ConnectionLimits, Connections, defaultConnectionLimits } from './connections.ts';
import { ofServer, type TlsFiles } from './tls.ts';
import { answerUnreadable } from './unreadable-request.ts';

/** An explicit port, or the default with a fallback if it is not available. */
export type PortChoice =
  | { port: number; setting: string }
  | { preferred: number; fallback: number; setting: string };

export interface ListenOptions {
  app: FastifyInstance;
  host: string;
  port: PortChoice;
  tls?: TlsFiles;
  errorStyle: ErrorStyle;
  log?: Logger;
  clock?: Clock;
  limits?: Partial<ConnectionLimits>;
}

export interface Listening {
  url: string;
  /** The bound address: one of this machine's, or 0.0.0.0 or :: for all. */
  address: string;
  port: number;
  /** Why the fallback port is used. */
  note: string | undefined;
  /** Replaces the certificate for new connections. */
  setTls(files: TlsFiles): void;
  close(): Promise<void>;
}

const serverOptions: ServerOptions = {
  // The app's error for a missing Host explains the problem; Node's does not.
  requireHostHeader: false,
  // A large upload over slow Wi-Fi may take hours. `bodyChunks` limits slow senders.
  requestTimeout: 0,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
};

export async function listen(options: ListenOptions): Promise<Listening> {
  const { app, host, tls, log, clock = systemClock } = options;
  await app.ready();
  const listener = app.routing;
  const limits = { ...defaultConnectionLimits, ...options.limits };
  const settings: ServerOptions = {
    ...serverOptions,
    headersTimeout: limits.headMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: Math.ceil(limits.headMs / 3),
  };
  const server = tls
    ? createTlsServer({ ...settings, handshakeTimeout: limits.headMs, ...ofServer(tls) }, listener)
    : createServer(settings, listener);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node's refusal has no document. Handle it as a
  // normal request, so that its connection is counted and released.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  answerUnreadable(server, { style: options.errorStyle, clock });
  const connections = new Connections(server, limits, { clock, log });
  const close = closeGracefully(server, connections, clock);
  const { port, note } = await bind(server, host, options.port);
  connections.watch(server);
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  const defaultPort = tls ? 443 : 80;
  const authority = shown.includes(':') ? `[${shown}]` : shown;
  return {
    url: `${tls ? 'https' : 'http'}://${authority}${port === defaultPort ? '' : `:${port}`}`,
    address: (server.address() as AddressInfo).address,
    port,
    note,
    setTls: (files) => 'setSecureContext' in server && server.setSecureContext(ofServer(files)),
    close,
  };
}

async function bind(
  server: Server | TlsServer,
  host: string,
  choice: PortChoice,
): Promise<{ port: number; note: string | undefined }> {
  if ('port' in choice) {
    const refused = await tryPort(server, host, choice.port);
    if (refused !== undefined) {
      throw new SettingError(
        refused in portReasons
          ? `${choice.setting}: port ${choice.port} ${portReasons[refused]}`
          : cannotListen(host, refused),
      );
    }
    return { port: (server.address() as AddressInfo).port, note: undefined };
  }
  const { preferred, fallback, setting } = choice;
  const refused = await tryPort(server, host, preferred);
  if (refused === undefined) return { port: preferred, note: undefined };
  if (refused !== 'EACCES' && refused !== 'EADDRINUSE') throw new SettingError(cannotListen(host, refused));
  const why = `port ${preferred} ${portReasons[refused]}`;
  const refusedAgain = await tryPort(server, host, fallback);
  if (refusedAgain === undefined) return { port: fallback, note: why };
  throw new SettingError(
    `${why} and port ${fallback} ${portReasons[refusedAgain] ?? refusedAgain}; set ${setting}`,
  );
}

const portReasons: Record<string, string> = {
  EACCES: 'needs permissions that this user does not have',
  EADDRINUSE: 'is in use by another program',
};

const addressReasons: Record<string, string> = {
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'that name has no address',
};

function cannotListen(host: string, code: string): string {
  return `cannot listen on ${host}: ${addressReasons[code] ?? code}`;
}

/** Resolves with the system error code if the port is not available. */
function tryPort(server: Server | TlsServer, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const onError = (error: Error) => resolve(systemErrorCode(error) ?? error.message);
    server.once('error', onError);
    server.listen({ host, port }, () => {
      server.off('error', onError);
      resolve(undefined);
    });
  });
}

const graceMs = 1_000;

/**
 * Returns a function that stops listening, finishes running responses, and after a grace period destroys the
 * remaining connections.
 */
function closeGracefully(
  server: Server | TlsServer,
  connections: Connections,
  clock: Clock,
): () => Promise<void> {
  let closing = false;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Node would keep the connection open for a next request, which would not be accepted any more.
    response.once('close', () => {
      if (closing) socket.end();
    });
  });
  return () => {
    closing = true;
    connections.close();
    return new Promise((resolve) => {
      // Node does not count connections during their TLS handshake, so destroy all.
      const cancel = clock.after(graceMs, () => connections.destroyAll());
      server.close(() => {
        cancel();
        resolve();
      });
      server.closeIdleConnections();
    });
  };
}
