import { once } from 'node:events';
import { connect } from 'node:net';
import type { BytePort } from './byte-port.ts';
import { streamPort } from './stream-port.ts';

export async function openTcpPort(host: string, port: number): Promise<BytePort> {
  // Only keep-alive probes detect a peer without power if nothing is written.
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  await once(socket, 'connect');
  return streamPort({ name: `tcp:${host}:${port}`, stream: socket });
}
