import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Clock } from '@stationery/core';
import type { Connections } from './connections.ts';

const graceMs = 1_000;

/**
 * The way to close a server: answers under way are finished, each connection is let go with its answer, and
 * what is still open after a moment is closed.
 */
export function closeGracefully(
  server: Server | TlsServer,
  connections: Connections,
  clock: Clock,
): () => Promise<void> {
  let closing = false;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Node keeps a connection for the next request after the answer, which will not be accepted any more.
    response.once('close', () => {
      if (closing) socket.end();
    });
  });
  return () => {
    closing = true;
    connections.close();
    return new Promise((resolve) => {
      // All of them: Node does not count a connection whose TLS handshake is not over.
      const cancel = clock.after(graceMs, () => connections.destroyAll());
      server.close(() => {
        cancel();
        resolve();
      });
      server.closeIdleConnections();
    });
  };
}
