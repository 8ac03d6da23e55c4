import type { Duplex } from 'node:stream';
import type { BytePort } from './byte-port.ts';
import { PortEvents } from './byte-port.ts';

interface StreamPortOptions {
  name: string;
  stream: Duplex;
  flushInput?: () => Promise<void>;
  /** For streams that `destroy()` does not close. */
  closeStream?: () => void;
}

/** Wraps an open Node stream as a byte port. */
export function streamPort({ name, stream, flushInput, closeStream }: StreamPortOptions): BytePort {
  const events = new PortEvents();
  let closing = false;
  let failure: Error | undefined;
  const endStream = closeStream ?? (() => stream.destroy());
  stream.on('data', (bytes: Buffer) => events.received(bytes));
  stream.on('error', (error: Error) => {
    failure = error;
    endStream();
  });
  stream.on('close', () =>
    events.ended(closing ? undefined : (failure ?? new Error(`${name} was disconnected`))),
  );
  // A peer that hangs up closes both directions.
  stream.on('end', endStream);

  return {
    name,
    write(bytes) {
      return new Promise((resolve, reject) => {
        if (events.closed || stream.destroyed) {
          reject(new Error(`${name} is closed`));
          return;
        }
        stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
    onBytes: (listener) => events.onBytes(listener),
    onClose: (listener) => events.onClose(listener),
    async flushInput() {
      await flushInput?.();
    },
    async close() {
      closing = true;
      if (events.closed) return;
      const closed = new Promise<void>((resolve) => events.onClose(() => resolve()));
      endStream();
      await closed;
    },
  };
}
