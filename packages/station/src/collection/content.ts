import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Where content is stored: in a separate file or in a range of an archive. */
export interface ContentPlace {
  path: string | Buffer;
  offset: number;
  size: number;
  flags?: number;
}

const pieceBytes = 256 * 1024;

export async function* piecesOf({ path, offset, size, flags }: ContentPlace): AsyncGenerator<Buffer> {
  if (size === 0) return;
  const range = { start: offset, end: offset + size - 1, highWaterMark: pieceBytes };
  // The type allows only names; Node also accepts numbers.
  const stream = createReadStream(path, { ...range, ...(flags !== undefined && { flags: flags as never }) });
  for await (const piece of stream) yield piece as Buffer;
}

export async function sha256At(
  place: ContentPlace,
  { onBytes, signal }: { onBytes?: (bytes: number) => void; signal?: AbortSignal } = {},
): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of piecesOf(place)) {
    signal?.throwIfAborted();
    hash.update(piece);
    onBytes?.(piece.length);
  }
  return hash.digest('hex');
}
