import { once } from 'node:events';
import { connect } from 'node:net';
import type { BytePort } from './byte-port.ts';
import { streamPort } from './stream-port.ts';

export async function openTcpPort(host: string, port: number): Promise<BytePort> {
  const socket = connect({ host, port, noDelay: true });
  await once(socket, 'connect');
  return streamPort({ name: `tcp:${host}:${port}`, stream: socket });
}
