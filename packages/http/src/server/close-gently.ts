import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';

const patienceMs = 1_000;

/**
 * The way to close a server: answers under way are finished, each connection is let go with its answer, and
 * what is still open after a moment is closed.
 */
export function closeGently(server: Server | TlsServer): () => Promise<void> {
  let closing = false;
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Node keeps a connection for the next request after the answer, which nobody will take any more.
    response.once('close', () => {
      if (closing) socket.end();
    });
  });
  return () => {
    closing = true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), patienceMs);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      server.closeIdleConnections();
    });
  };
}
