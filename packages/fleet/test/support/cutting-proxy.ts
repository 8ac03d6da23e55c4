import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface CuttingProxy {
  server: string;
  received(): number;
  /** Ends all connections after this many more bytes, and refuses new ones until opened again. */
  cutAfter(bytes: number): Promise<void>;
  open(): void;
}

export async function startCuttingProxy(port: number): Promise<CuttingProxy> {
  const pairs = new Set<Socket>();
  let [received, cutAt, isOpen] = [0, Number.POSITIVE_INFINITY, true];
  let onCut = () => {};
  const cut = () => {
    isOpen = false;
    cutAt = Number.POSITIVE_INFINITY;
    for (const socket of pairs) socket.destroy();
    onCut();
  };
  const proxy = createServer((client) => {
    if (!isOpen) {
      client.destroy();
      return;
    }
    const upstream = connect(port, '127.0.0.1');
    pairs.add(upstream);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => {
      pairs.delete(upstream);
      // End the client's connection instead of destroying it, because closing with unread bytes discards those
      // in flight.
      client.end();
      client.resume();
    });
    client.pipe(upstream);
    upstream.on('data', (bytes) => {
      const kept = bytes.subarray(0, Math.max(0, cutAt - received));
      received += kept.length;
      if (kept.length < bytes.length) client.write(kept, cut);
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    cut();
    proxy.close();
  });
  const address = proxy.address() as { port: number };
  return {
    server: `127.0.0.1:${address.port}`,
    received: () => received,
    cutAfter(bytes) {
      cutAt = received + bytes;
      return new Promise((resolve) => {
        onCut = resolve;
      });
    },
    open() {
      isOpen = true;
    },
  };
}
