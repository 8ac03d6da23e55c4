/** Content of known size, such as a `Blob` or `File`. */
export interface SizedContent {
  readonly size: number;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  stream(): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Content that can be read again from any offset, such as a `File` or `Blob`. */
export interface ResumableContent extends SizedContent {
  /** Milliseconds since 1970; identifies a changed file. */
  readonly lastModified?: number | undefined;
  slice(firstByte: number): SizedContent;
}

/** Content to upload. A string is used as text. */
export type Content =
  | SizedContent
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Uint8Array
  | ArrayBuffer
  | string;

export interface OpenContent {
  name?: string | undefined;
  type?: string | undefined;
  sizeBytes?: number | undefined;
  /** Set if the browser already has the bytes, so that they need not be read. */
  blob?: Blob;
  pieces(): AsyncIterable<Uint8Array>;
}

export function openContent(content: Content): OpenContent {
  if (isInMemory(content)) return openContent(new Blob([content]));
  if ('stream' in content) {
    const { name, type, size } = content as SizedContent;
    return {
      name,
      type: type || undefined,
      sizeBytes: size,
      ...(content instanceof Blob ? { blob: content } : {}),
      pieces: () => piecesOf(content.stream()),
    };
  }
  return { pieces: () => piecesOf(content as AsyncIterable<Uint8Array>) };
}

function isInMemory(content: Content): content is string | Uint8Array<ArrayBuffer> | ArrayBuffer {
  return typeof content === 'string' || content instanceof ArrayBuffer || ArrayBuffer.isView(content);
}

const maxPieceBytes = 256 * 1024;

/**
 * Splits large chunks, such as a whole Blob, because small ones take little memory to encode and show progress.
 */
async function* piecesOf(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of 'getReader' in source ? readAll(source) : source) {
    for (let at = 0; at < piece.length; at += maxPieceBytes) {
      yield piece.subarray(at, at + maxPieceBytes);
    }
  }
}

/** Iterates over a stream, which not every browser can do itself. */
export async function* readAll<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  let whole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      whole = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!whole) await reader.cancel().catch(() => undefined);
  }
}
