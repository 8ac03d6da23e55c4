import type { IncomingMessage, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { AppError, type Clock, type ErrorCode } from '@stationery/core';
import type { ErrorStyle } from '../errors/error-style.ts';
import { refusalAnswer } from '../errors/refuse.ts';

const lingerMs = 2_000;

interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** Answers requests that Node refuses before they reach the app. */
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
    // Closing now would discard the response; a silent client would stay connected for ever.
    const cancel = clock.after(lingerMs, () => socket.destroy());
    socket.once('close', cancel);
  };

  server.on('clientError', (error: ParseError, socket) => {
    // Drop input after the last response.
    if (answered.has(socket)) return;
    // Nothing can be written before the TLS handshake ends.
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

  // CONNECT: Node detaches the socket, so no other code handles its errors.
  server.on('connect', (_request: IncomingMessage, socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    answer(socket, 'method-not-allowed', 'CONNECT is not possible here.', true);
  });
}

/**
 * Whether the response may have a body, which is not allowed for HEAD. Only the last packet is available, so
 * after large header fields the method is unknown and may be HEAD.
 */
function mayHaveBody(code: ErrorCode, packet: Buffer | undefined): boolean {
  const start = packet?.subarray(0, 16).toString('latin1') ?? '';
  if (start.startsWith('HEAD ')) return false;
  return code !== 'headers-too-large' || /^[A-Z]{3,15} /.test(start);
}
