// A proxy that ends its connections in the middle of what they transfer, and counts what came from the server.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** `cutAfter` lists, for one connection after the other, how many bytes it transfers before it is cut. */
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
      // It gets all that was counted: a connection that is ended with unread bytes throws away those on their way back.
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
    server: `127.0.0.1:${proxy.address().port}`,
    received: () => received,
    cuts: () => cuts,
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
