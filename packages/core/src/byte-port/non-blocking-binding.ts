import { readSync, writeSync } from 'node:fs';

/** `fd` and `poller` exist only on Linux and macOS. */
interface BindingPort {
  readonly isOpen: boolean;
  readonly fd?: number | null;
  readonly poller?: { once(event: 'readable', run: (error: Error | null) => void): unknown };
  read(buffer: Buffer, offset: number, length: number): Promise<{ buffer: Buffer; bytesRead: number }>;
  write(bytes: Buffer): Promise<void>;
}

/**
 * Reads and writes on this thread. The bindings hand every read and write to a worker thread, although the port
 * does not block; for a short line, this handover takes longer than the operation itself. Operations that would
 * block or fail are left to the bindings.
 */
export function nonBlockingBinding<
  Options,
  Port extends BindingPort,
  Binding extends { open(options: Options): Promise<Port> },
>(binding: Binding): Binding {
  const open = async (options: Options): Promise<Port> => {
    const port = await binding.open(options);
    return port.poller === undefined ? port : quicken(port, port.poller);
  };
  return { ...binding, open };
}

function quicken<Port extends BindingPort>(port: Port, poller: NonNullable<BindingPort['poller']>): Port {
  const read = port.read.bind(port);
  const write = port.write.bind(port);
  const readable = () =>
    new Promise<void>((resolve, reject) =>
      poller.once('readable', (error) => (error === null ? resolve() : reject(error))),
    );

  port.read = async (buffer, offset, length) => {
    // After a hang-up every read returns nothing; only polling reports the hang-up.
    if (port.isOpen) await readable();
    const bytesRead = attempt(port, (fd) => readSync(fd, buffer, offset, length, null));
    // The line was hung up after polling. Throw, because the bindings would retry the read in a busy loop.
    if (bytesRead === 0) throw Object.assign(new Error('the line was hung up'), { disconnect: true });
    return bytesRead === undefined ? read(buffer, offset, length) : { buffer, bytesRead };
  };
  port.write = async (bytes) => {
    const written = attempt(port, (fd) => writeSync(fd, bytes)) ?? 0;
    if (written < bytes.length) await write(bytes.subarray(written));
  };
  return port;
}

/** Returns undefined if the operation fails or would block. */
function attempt({ fd }: BindingPort, run: (fd: number) => number): number | undefined {
  if (typeof fd !== 'number') return undefined;
  try {
    return run(fd);
  } catch {
    return undefined;
  }
}
