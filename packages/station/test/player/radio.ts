import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Allows only 127.0.0.1, so that the streams treat 127.0.0.2 as a local address. */
export const loopback = { isWired: () => true, isAllowed: (address: string) => address === '127.0.0.1' };

/** Starts a server of streams on 127.0.0.1. */
export async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, drop: () => server.closeAllConnections() };
}

/** Sends a chunk again and again, as fast as the connection takes it. */
export function endless(response: ServerResponse, chunk: Buffer): void {
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}
