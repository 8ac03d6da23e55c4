import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, which other programs may take, and without ports that browsers block. */
const ports = { first: 20_000, count: 12_000 };

export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * ports.count);
    if (await isUnused(port)) return port;
  }
}

async function isUnused(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (isListening) await once(server.close(), 'close');
  return isListening;
}
