// A proxy that cuts its connections during a transfer and counts the bytes from the server.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { portOf } from '../../lib/port-of.mjs';

/** Starts the proxy. `cutAfter` has the number of bytes before the cut, for each connection in turn. */
export async function startCuttingProxy(port, cutAfter) {
  const left = [...cutAfter];
  let [received, cuts] = [0, 0];
  const sockets = new Set();
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    let space = left.shift() ?? Number.POSITIVE_INFINITY;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => {
      // End the connection instead of destroying it, because destroying
      // one with unread bytes would drop the bytes in flight.
      client.end();
      client.resume();
    });
    client.pipe(upstream);
    client.on('drain', () => upstream.resume());
    upstream.on('data', (bytes) => {
      const kept = bytes.subarray(0, space);
      space -= kept.length;
      received += kept.length;
      if (space > 0) {
        if (!client.write(kept)) upstream.pause();
      } else {
        cuts++;
        upstream.pause();
        client.write(kept, () => upstream.destroy());
      }
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    server: `127.0.0.1:${portOf(proxy)}`,
    received: () => received,
    cuts: () => cuts,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
