import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface ReceivedEvent {
  body: string;
  signature: unknown;
  message: { id: number; service: string; event: string; at: string; data: unknown };
}

/** Starts a receiver that answers with the given statuses, then with 204. “cut” closes the connection. */
export async function startWebhookReceiver(
  ...statuses: (number | 'cut')[]
): Promise<{ url: string; received: ReceivedEvent[] }> {
  const received: ReceivedEvent[] = [];
  const server = createServer(async (request, reply) => {
    const body = await text(request);
    const status = statuses.shift() ?? 204;
    if (status === 'cut') {
      request.socket.destroy();
      return;
    }
    const signature = request.headers['x-stationery-signature'];
    received.push({ body, signature, message: JSON.parse(body) });
    reply.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}
