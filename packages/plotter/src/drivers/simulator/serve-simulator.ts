import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { streamPort } from '@stationery/core';
import type { Simulator } from './simulator.ts';

export interface ServedSimulator {
  readonly host: string;
  readonly port: number;
  close(): Promise<void>;
}

/** The latest client replaces the previous one, which may have lost its connection. */
export async function serveSimulator(options: {
  plotter: Simulator;
  host?: string;
  port: number;
}): Promise<ServedSimulator> {
  const { plotter, host = '127.0.0.1', port } = options;
  let current: Socket | undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    if (!plotter.plugged) {
      socket.destroy();
      return;
    }
    current?.destroy();
    current = socket;
    plotter.attach(streamPort({ name: `tcp:${socket.remoteAddress}:${socket.remotePort}`, stream: socket }));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    host,
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      current?.destroy();
      await closed;
    },
  };
}
