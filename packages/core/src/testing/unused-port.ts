import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that the system assigns automatically, and none that a browser refuses to talk to. */
const ports = { first: 20_000, count: 12_000 };

/**
 * A port that is not in use and that the system does not assign by chance. One that the system had handed out can be another
 * program's by the time it is used, or used again after a restart.
 */
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
