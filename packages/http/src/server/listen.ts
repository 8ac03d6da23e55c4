import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type ErrorCode, type Logger, messageOf, SettingError, systemErrorCode } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import type { ErrorStyle } from '../errors/error-style.ts';
import { errorTable } from '../errors/error-table.ts';
import { closeGently } from './close-gently.ts';
import type { TlsFiles } from './tls.ts';

/** The port to listen on: one set by hand, or the usual one with another to try when it cannot be had. */
export type PortChoice =
  | { port: number; setting: string }
  | { usual: number; fallback: number; setting: string };

export interface ListenOptions {
  app: FastifyInstance;
  host: string;
  port: PortChoice;
  tls?: TlsFiles;
  errorStyle: ErrorStyle;
  log?: Logger;
}

export interface Listening {
  url: string;
  /** The address that it is bound to: one of this machine's, or 0.0.0.0 or :: for all. */
  address: string;
  port: number;
  /** Why the port is not the usual one, for the person who reads the address. */
  note: string | undefined;
  close(): Promise<void>;
}

const serverOptions: ServerOptions = {
  // Our own answer to a request without a Host says what is wrong; Node's says nothing.
  requireHostHeader: false,
  headersTimeout: 15_000,
  // A large upload over slow Wi-Fi may take hours. Slow senders are dealt with where bodies are read.
  requestTimeout: 0,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16 * 1024,
  noDelay: true,
};

export async function listen(options: ListenOptions): Promise<Listening> {
  const { app, host, tls } = options;
  await app.ready();
  const listener = app.routing;
  const server = tls
    ? createTlsServer({ ...serverOptions, handshakeTimeout: 15_000, ...tls }, listener)
    : createServer(serverOptions, listener);
  server.maxConnections = 10_000;
  // An expectation that nobody knows may be ignored (RFC 9110, 10.1.1); Node's refusal would have no document.
  server.on('checkExpectation', listener);
  answerUnreadable(server, options.errorStyle);
  const close = closeGently(server);
  const { port, note } = await bind(server, host, options.port);
  // A connection that could not be taken, because too many are open, is that client's loss and not ours.
  server.on('error', (error) => options.log?.warn({ reason: messageOf(error) }, 'connection not taken'));
  const shown =
    host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1' ? 'localhost' : host;
  const usualPort = tls ? 443 : 80;
  const authority = shown.includes(':') ? `[${shown}]` : shown;
  return {
    url: `${tls ? 'https' : 'http'}://${authority}${port === usualPort ? '' : `:${port}`}`,
    address: (server.address() as AddressInfo).address,
    port,
    note,
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
  const { usual, fallback, setting } = choice;
  const refused = await tryPort(server, host, usual);
  if (refused === undefined) return { port: usual, note: undefined };
  if (refused !== 'EACCES' && refused !== 'EADDRINUSE') {
    throw new SettingError(cannotListen(host, refused));
  }
  const why = `port ${usual} ${portReasons[refused]}`;
  const refusedAgain = await tryPort(server, host, fallback);
  if (refusedAgain === undefined) return { port: fallback, note: why };
  throw new SettingError(
    `${why} and port ${fallback} ${portReasons[refusedAgain] ?? refusedAgain}; set ${setting}`,
  );
}

const portReasons: Record<string, string> = {
  EACCES: 'needs more rights than this user has',
  EADDRINUSE: 'is in use by another program',
};

const addressReasons: Record<string, string> = {
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'that name has no address',
};

function cannotListen(host: string, code: string): string {
  return `cannot listen on ${host}: ${addressReasons[code] ?? code}`;
}

/** Resolves with the system's code when the port cannot be had. */
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

/** Requests that are no HTTP never reach the app; they are answered in the same form all the same. */
function answerUnreadable(server: Server | TlsServer, style: ErrorStyle): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const [code, detail]: [ErrorCode, string] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ['request.headers-too-large', 'The header fields are larger than the 16 KiB allowed.']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['request.too-slow', 'The request came too slowly.']
          : ['request.malformed', 'This is no HTTP request.'];
    const { status, title } = errorTable[code];
    const body = style.render({ status, title, detail, source: undefined });
    socket.end(
      `HTTP/1.1 ${status} ${title}\r\ncontent-type: ${style.mediaType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
}
