import { messageOf, systemErrorCode } from '../errors.ts';

export type OpenFailure = 'missing' | 'not-allowed' | 'in-use' | 'unreachable' | 'other';

/** Matches English messages, because the serial library passes on the system's messages without error codes. */
const signs: readonly (readonly [OpenFailure, RegExp])[] = [
  ['unreachable', /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/],
  ['missing', /ENOENT|ENXIO|ENODEV|no such|file not found/i],
  ['not-allowed', /EACCES|EPERM|permission/i],
  ['in-use', /EBUSY|EAGAIN|cannot lock|busy|temporarily unavailable|access denied/i],
];
const maxMessageLength = 1000;

export function openFailureOf(error: unknown): OpenFailure {
  const said = `${systemErrorCode(error) ?? ''} ${messageOf(error)}`.slice(0, maxMessageLength);
  return signs.find(([, sign]) => sign.test(said))?.[0] ?? 'other';
}

/** A bidirectional byte stream: a serial port, a TCP connection, or a pair in memory. */
export interface BytePort {
  /** A display name, such as `/dev/ttyUSB0`. */
  readonly name: string;
  /** Resolves when the bytes were passed to the line; rejects if the line is closed. */
  write(bytes: Uint8Array): Promise<void>;
  onBytes(listener: (bytes: Uint8Array) => void): () => void;
  /** Called once, with the reason unless `close()` was called. */
  onClose(listener: (reason?: Error) => void): () => void;
  /** Discards input that has arrived and was not read. */
  flushInput(): Promise<void>;
  close(): Promise<void>;
}

export type OpenBytePort = () => Promise<BytePort>;

export class PortEvents {
  readonly #bytes = new Set<(bytes: Uint8Array) => void>();
  readonly #close = new Set<(reason?: Error) => void>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  onBytes(listener: (bytes: Uint8Array) => void): () => void {
    this.#bytes.add(listener);
    return () => this.#bytes.delete(listener);
  }

  onClose(listener: (reason?: Error) => void): () => void {
    this.#close.add(listener);
    return () => this.#close.delete(listener);
  }

  received(bytes: Uint8Array): void {
    for (const listener of [...this.#bytes]) listener(bytes);
  }

  ended(reason?: Error): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const listener of [...this.#close]) listener(reason);
  }
}
