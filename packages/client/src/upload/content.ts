/** Bytes whose number is known before they are read. A `Blob` and a `File` are such. */
export interface SizedContent {
  readonly size: number;
  readonly name?: string | undefined;
  /** The media type. */
  readonly type?: string | undefined;
  stream(): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Content of which the rest can be read again after an interruption. A `File` and a `Blob` are such. */
export interface ResumableContent extends SizedContent {
  /** Milliseconds since 1970: a changed file is a different one. */
  readonly lastModified?: number | undefined;
  slice(firstByte: number): SizedContent;
}

/** Content to upload. A string is the text itself. */
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
  /** Where the browser has the bytes already, they need not be read. */
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

/** Text or bytes. */
function isInMemory(content: Content): content is string | Uint8Array<ArrayBuffer> | ArrayBuffer {
  return typeof content === 'string' || content instanceof ArrayBuffer || ArrayBuffer.isView(content);
}

const maxPieceBytes = 256 * 1024;

/** A Blob may come as one piece; cut up, it takes little memory to encode, and progress can be reported. */
async function* piecesOf(
  source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of 'getReader' in source ? readAll(source) : source) {
    for (let at = 0; at < piece.length; at += maxPieceBytes) {
      yield piece.subarray(at, at + maxPieceBytes);
    }
  }
}

/** Not every browser can iterate over a stream. */
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
