/** Bytes that no PC/SC service we know would send. */
export class PcscProtocolError extends Error {
  override readonly name = 'PcscProtocolError';
}

/** How an answer looks. Answers have no header: only who asked knows how long one is. */
export interface Reply<T> {
  readonly headBytes: number;
  /** How many bytes follow the head; throws `PcscProtocolError` where that is more than was asked for. */
  bodyBytes?(head: Uint8Array): number;
  /** Throws `PcscProtocolError` for nonsense, and any other error where the answer is a refusal. */
  decode(head: Uint8Array, body: Uint8Array): T;
}

interface Expected {
  readonly reply: Reply<unknown>;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Cuts the bytes of the service, in pieces of any size, into the answers that are expected, in their order. */
export class ReplyParser {
  readonly #expected: Expected[] = [];
  #buffered: Uint8Array = new Uint8Array(0);

  /** The next answer after those that are expected already. */
  expect<T>(reply: Reply<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#expected.push({ reply, resolve: resolve as (result: unknown) => void, reject });
    });
  }

  /** No answer will come any more. */
  fail(error: Error): void {
    for (const { reject } of this.#expected.splice(0)) reject(error);
  }

  /** Throws `PcscProtocolError` for what cannot be an answer; reading cannot continue after that. */
  push(chunk: Uint8Array): void {
    this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
    while (this.#buffered.length > 0) {
      const [next] = this.#expected;
      if (next === undefined) {
        throw new PcscProtocolError(`${this.#buffered.length} bytes came that nobody asked for`);
      }
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
