export class PcscProtocolError extends Error {
  override readonly name = 'PcscProtocolError';
}

/** The format of an answer. Answers have no header, so the length follows only from the request. */
export interface Reply<T> {
  readonly headBytes: number;
  /**
   * Returns the length of the body, which follows the head. Throws `PcscProtocolError` if it exceeds the
   * requested number.
   */
  bodyBytes?(head: Uint8Array): number;
  /**
   * Decodes the answer. Throws `PcscProtocolError` for invalid data, and other errors if the service refuses.
   */
  decode(head: Uint8Array, body: Uint8Array): T;
}

interface Expected {
  readonly reply: Reply<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Splits bytes from the service, in chunks of any size, into the expected answers, in order. */
export class ReplyParser {
  readonly #expected: Expected[] = [];
  #buffered: Uint8Array = new Uint8Array(0);

  expect<T>(reply: Reply<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#expected.push({ reply, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  fail(error: Error): void {
    for (const { reject } of this.#expected.splice(0)) reject(error);
  }

  /** Adds a chunk. Throws `PcscProtocolError` for invalid data; parsing cannot continue after that. */
  push(chunk: Uint8Array): void {
    this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
    while (this.#buffered.length > 0) {
      const [next] = this.#expected;
      if (next === undefined) throw new PcscProtocolError(`${this.#buffered.length} unexpected bytes`);
      const { reply } = next;
      if (this.#buffered.length < reply.headBytes) return;
      const head = this.#buffered.subarray(0, reply.headBytes);
      const wholeBytes = reply.headBytes + (reply.bodyBytes?.(head) ?? 0);
      if (this.#buffered.length < wholeBytes) return;
      const body = this.#buffered.subarray(reply.headBytes, wholeBytes);
      this.#buffered = this.#buffered.subarray(wholeBytes);
      this.#expected.shift();
      try {
        next.resolve(reply.decode(head, body));
      } catch (error) {
        next.reject(error);
        if (error instanceof PcscProtocolError) throw error;
      }
    }
  }
}
