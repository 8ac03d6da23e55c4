import type { IncomingMessage, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { AppError, type Clock, type ErrorCode } from '@stationery/core';
import type { ErrorStyle } from '../errors/error-style.ts';
import { refusalAnswer } from '../errors/refuse.ts';

/** How long a client is given to take its last answer before the connection is closed under it. */
const lingerMs = 2_000;

interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** Requests that never reach the app are answered in the same form all the same, and their connection is closed. */
export function answerUnreadable(
  server: Server | TlsServer,
  { style, clock }: { style: ErrorStyle; clock: Clock },
): void {
  const answered = new WeakSet<Duplex>();
  const secured = new WeakSet<Duplex>();
  server.on('secureConnection', (socket) => secured.add(socket));

  const answer = (socket: Duplex, code: ErrorCode, detail: string, withBody: boolean) => {
    answered.add(socket);
    const { status, title, headers, ...refusal } = refusalAnswer(new AppError(code, detail), style);
    const body = withBody ? refusal.body : '';
    const head = [
      `HTTP/1.1 ${status} ${title}`,
      ...Object.entries(headers)
        .filter(([name]) => withBody || name !== 'content-type')
        .map(([name, value]) => `${name}: ${value}`),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // Closing at once, with bytes of the client still unread, would take the answer away from it. Waiting until
    // it closes its side would leave a silent client its connection for ever.
    const cancel = clock.after(lingerMs, () => socket.destroy());
    socket.once('close', cancel);
  };

  server.on('clientError', (error: ParseError, socket) => {
    // What comes after the last answer is dropped.
    if (answered.has(socket)) return;
    // Without a handshake there is nothing to write on.
    const isUnsecured = socket instanceof TLSSocket && !secured.has(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || isUnsecured) {
      socket.destroy();
      return;
    }
    const [code, detail]: [ErrorCode, string] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? ['headers-too-large', 'The header fields are larger than the 16 KiB allowed.']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? ['request-too-slow', 'The request came too slowly.']
          : ['malformed-request', 'This is not an HTTP request.'];
    answer(socket, code, detail, mayHaveBody(code, error.rawPacket));
  });

  // A tunnel to elsewhere. Node gives up such a socket: no other code handles its errors.
  server.on('connect', (_request: IncomingMessage, socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    answer(socket, 'method-not-allowed', 'CONNECT is not possible here.', true);
  });
}

/**
 * The answer to HEAD has no body (RFC 9110, 9.3.2). Of a request that could not be read we have its last piece
 * only: large header fields come in several, and where the last does not begin with a method it may be of a HEAD.
 */
function mayHaveBody(code: ErrorCode, packet: Buffer | undefined): boolean {
  const start = packet?.subarray(0, 16).toString('latin1') ?? '';
  if (start.startsWith('HEAD ')) return false;
  return code !== 'headers-too-large' || /^[A-Z]{3,15} /.test(start);
}
