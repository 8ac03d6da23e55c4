import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Clock } from '@stationery/core';
import type { Connections } from './connections.ts';

const graceMs = 1_000;

/**
 * Returns a function that closes a server: finishes running responses, closes each connection after its
 * response, and destroys the others after a grace period.
 */
export function closeGracefully(
  server: Server | TlsServer,
  connections: Connections,
  clock: Clock,
): () => Promise<void> {
  let closing = false;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Node would keep the connection for a next request, which would not be accepted any more.
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
