import type { UploadBody } from './framing.ts';
import type { UploadTransport } from './transport.ts';

/** Reads and encodes only as fast as it is sent, so memory stays flat. In browsers this needs HTTP/2. */
export function fetchTransport(fetch: typeof globalThis.fetch): UploadTransport {
  return async ({ method, url, headers, body, signal, onProgress }) => {
    const totalBytes = body.content.sizeBytes;
    let sourceFault: { error: unknown } | undefined;
    const pieces = framed(body, (sentBytes) => onProgress({ sentBytes, totalBytes }));
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { done, value } = await pieces.next();
            if (done) controller.close();
            else controller.enqueue(value);
          } catch (error) {
            sourceFault = { error };
            controller.error(error);
          }
        },
        async cancel() {
          await pieces.return(undefined);
        },
      },
      { highWaterMark: 0 },
    );
    const init: RequestInit & { duplex: 'half' } = { method, headers, body: stream, duplex: 'half' };
    if (signal !== undefined) init.signal = signal;
    try {
      return await fetch(url, init);
    } catch (error) {
      await pieces.return(undefined);
      // A file that cannot be read is no trouble of the connection.
      throw sourceFault === undefined ? error : new SourceFault(sourceFault.error);
    }
  };
}

/** Wraps what reading the content threw, so that it reaches the caller as it was. */
export class SourceFault extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super('the content could not be read');
    this.error = error;
  }
}

async function* framed(body: UploadBody, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  yield utf8.encode(body.head);
  yield* body.encode(counted(body.content.pieces(), onSent));
  yield utf8.encode(body.tail);
}

/** A piece counts once the next one is asked for. */
async function* counted(pieces: AsyncIterable<Uint8Array>, onSent: (bytes: number) => void) {
  let sentBytes = 0;
  onSent(0);
  for await (const piece of pieces) {
    yield piece;
    sentBytes += piece.length;
    if (piece.length > 0) onSent(sentBytes);
  }
}
