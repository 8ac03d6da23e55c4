import { once } from 'node:events';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type BytePort, PortEvents } from './byte-port.ts';
import { nonBlockingBinding } from './non-blocking-binding.ts';

interface StreamPortOptions {
  name: string;
  stream: Duplex;
  flushInput?: () => Promise<void>;
  /** Closes a stream that `destroy()` does not close. */
  closeStream?: () => void;
}

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

export async function openTcpPort(host: string, port: number): Promise<BytePort> {
  // Only keep-alive probes detect a peer without power if nothing is written.
  const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 10_000 });
  await once(socket, 'connect');
  return streamPort({ name: `tcp:${host}:${port}`, stream: socket });
}

export async function openSerialPort(path: string, baudRate: number): Promise<BytePort> {
  // Loaded on demand: most processes never open a serial port.
  const { SerialPort } = await import('serialport');
  // In a constant, because TypeScript would reject `binding` in a literal: serialport's types do not declare
  // it.
  const options = {
    path,
    baudRate,
    autoOpen: false as const,
    binding: nonBlockingBinding(SerialPort.binding),
  };
  const serial = new SerialPort(options);
  await new Promise<void>((resolve, reject) => serial.open((error) => (error ? reject(error) : resolve())));
  return streamPort({
    name: path,
    stream: serial,
    closeStream: () => {
      if (serial.isOpen) serial.close();
    },
    flushInput: () =>
      new Promise((resolve, reject) => serial.flush((error) => (error ? reject(error) : resolve()))),
  });
}
