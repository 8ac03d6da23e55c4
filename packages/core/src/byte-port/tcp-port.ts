import { once } from 'node:events';
import { connect } from 'node:net';
import type { BytePort } from './byte-port.ts';
import { streamPort } from './stream-port.ts';

export async function openTcpPort(host: string, port: number): Promise<BytePort> {
  // A peer that loses its power says nothing: only the kernel's probes find out without a write.
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  await once(socket, 'connect');
  return streamPort({ name: `tcp:${host}:${port}`, stream: socket });
}
