import { type BytePort, PortEvents } from './byte-port.ts';

/** Splits data into pieces of one to three bytes, as a slow line delivers them; for simulators. */
export function randomPieces(bytes: Uint8Array, random: () => number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * 3);
    pieces.push(bytes.slice(at, at + size));
    at += size;
  }
  return pieces;
}

/** Returns both ends of a line in memory. Bytes arrive in a later turn of the event loop, as on a real line. */
export function memoryPortPair(names: [string, string] = ['memory:a', 'memory:b']): [BytePort, BytePort] {
  const events: [PortEvents, PortEvents] = [new PortEvents(), new PortEvents()];
  const end = (mine: 0 | 1): BytePort => {
    const own = events[mine];
    const peer = events[mine === 0 ? 1 : 0];
    return {
      name: names[mine],
      async write(bytes) {
        if (own.closed) throw new Error(`${names[mine]} is closed`);
        const copy = Uint8Array.from(bytes);
        setImmediate(() => {
          if (!peer.closed) peer.received(copy);
        });
      },
      onBytes: (listener) => own.onBytes(listener),
      onClose: (listener) => own.onClose(listener),
      async flushInput() {},
      async close() {
        own.ended();
        peer.ended(new Error('the other end was closed'));
      },
    };
  };
  return [end(0), end(1)];
}
