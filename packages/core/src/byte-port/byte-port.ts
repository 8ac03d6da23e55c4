/** A line that carries bytes both ways: a serial port, a TCP connection, or a pair in memory. */
export interface BytePort {
  /** What a person would call it, such as `/dev/ttyUSB0`. */
  readonly name: string;
  /** Resolves when the bytes were handed to the line; rejects when the line is closed. */
  write(bytes: Uint8Array): Promise<void>;
  onBytes(listener: (bytes: Uint8Array) => void): () => void;
  /** Called once when the line is gone, with the reason if it was not closed by us. */
  onClose(listener: (reason?: Error) => void): () => void;
  /** Throws away what has arrived and was not read yet. */
  flushInput(): Promise<void>;
  close(): Promise<void>;
}

export type OpenBytePort = () => Promise<BytePort>;
