import type { UploadBody } from './framing.ts';
import type { UploadTransport } from './transport.ts';

/** Reads and encodes only as fast as bytes are sent, so memory use stays constant. In browsers this needs HTTP/2. */
export function fetchTransport(fetch: typeof globalThis.fetch): UploadTransport {
  return async ({ method, url, headers, body, signal, onProgress }) => {
    const totalBytes = body.content.sizeBytes;
    const pieces = framed(body, (sentBytes) => onProgress({ sentBytes, totalBytes }));
    const stream = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
      },
      { highWaterMark: 0 },
    );
    const init: RequestInit & { duplex: 'half' } = {
      method,
      headers,
      body: stream,
      duplex: 'half',
      // Node keeps a copy of all sent bytes for redirects unless both are set.
      redirect: 'error',
      window: null,
    };
    if (signal !== undefined) init.signal = signal;
    try {
      return await fetch(url, init);
    } finally {
      // Closes the source if not everything was sent. Not awaited, because a stuck source must not delay the response.
      void pieces.return(undefined).catch(() => undefined);
    }
  };
}

async function* framed(body: UploadBody, onSent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  yield utf8.encode(body.head);
  yield* body.encode(counted(body.content.pieces(), onSent));
  yield utf8.encode(body.tail);
}

/** Counts a chunk when the next one is requested. */
async function* counted(pieces: AsyncIterable<Uint8Array>, onSent: (bytes: number) => void) {
  let sentBytes = 0;
  onSent(0);
  for await (const piece of pieces) {
    yield piece;
    sentBytes += piece.length;
    onSent(sentBytes);
  }
}
