/** A bidirectional byte stream: a serial port, a TCP connection, or a pair in memory. */
export interface BytePort {
  /** A display name, such as `/dev/ttyUSB0`. */
  readonly name: string;
  /** Resolves when the bytes were passed to the line; rejects if the line is closed. */
  write(bytes: Uint8Array): Promise<void>;
  onBytes(listener: (bytes: Uint8Array) => void): () => void;
  /** Called once when the line closes, with the reason unless `close()` was called. */
  onClose(listener: (reason?: Error) => void): () => void;
  /** Discards input that has arrived and was not read. */
  flushInput(): Promise<void>;
  close(): Promise<void>;
}

export type OpenBytePort = () => Promise<BytePort>;
