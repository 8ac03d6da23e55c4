import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface BadLine {
  url: string;
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** A proxy that breaks the connection after this many bytes in either direction, always or only once. */
export async function badLine(
  target: string,
  limits: { up?: number; down?: number; after: 'stall' | 'cut' | 'cut once' },
): Promise<BadLine> {
  const { hostname, port } = new URL(target);
  const count = { sentBytes: 0, receivedBytes: 0 };
  const sockets = new Set<Socket>();
  let isGood = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const link = (from: Socket, to: Socket, key: keyof typeof count, limit = Number.POSITIVE_INFINITY) => {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.on('data', (bytes) => {
        count[key] += bytes.length;
        if (isGood || count[key] <= limit) to.write(bytes);
        else if (limits.after === 'stall') from.pause();
        else {
          isGood = limits.after === 'cut once';
          near.destroy();
        }
      });
    };
    link(near, far, 'sentBytes', limits.up);
    link(far, near, 'receivedBytes', limits.down);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(count, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}
