import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface BreakableLine {
  url: string;
  /** Passes only this many further bytes of each connection to the service. */
  holdAfter(bytes: number): void;
  /** Whether a connection is held and the service has all bytes that were passed on. */
  isHeld(): boolean;
  breakHeld(): void;
  cut(): void;
  repair(): void;
}

/** A proxy whose connections can be held and broken. */
export async function breakableLine(serviceUrl: string): Promise<BreakableLine> {
  const { port } = new URL(serviceUrl);
  const open = new Set<Socket>();
  /** The sockets of the page with the matching sockets of the service. */
  const held = new Map<Socket, Socket>();
  const line = { limitBytes: Number.POSITIVE_INFINITY, isCut: false };

  const server = createServer((near) => {
    if (line.isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), '127.0.0.1');
    let passedBytes = 0;
    open.add(near);
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(near);
        held.delete(near);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      passedBytes += bytes.length;
      if (passedBytes > line.limitBytes) held.set(near.pause(), far);
      else far.write(bytes);
    });
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    line.isCut = true;
    // The service receives the bytes in flight, and no more.
    for (const near of open) near.resetAndDestroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAfter(bytes) {
      line.limitBytes = bytes;
    },
    isHeld: () => [...held.values()].some((far) => far.writableLength === 0),
    breakHeld() {
      line.limitBytes = Number.POSITIVE_INFINITY;
      for (const near of held.keys()) near.resetAndDestroy();
    },
    cut,
    repair() {
      line.isCut = false;
      line.limitBytes = Number.POSITIVE_INFINITY;
    },
  };
}
