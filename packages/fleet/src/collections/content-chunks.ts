import type { KV } from '@nats-io/kv';
import { fileChunkBytes, fileChunkKey } from '@stationery/contract/fleet';
import { AppError } from '@stationery/core';

export interface ContentRef {
  sha256: string;
  size: number;
}

/** Chunks under way at the same time: enough to keep a link with a delay busy. */
const chunksAhead = 4;

export const chunkCount = (size: number): number => Math.ceil(size / fileChunkBytes);

/** Reads content from a byte on. A chunk that was not received completely is read again, and nothing else. */
export async function* readContent(
  files: KV,
  { sha256, size }: ContentRef,
  fromByte = 0,
): AsyncGenerator<Uint8Array> {
  const first = Math.floor(fromByte / fileChunkBytes);
  const underWay: Promise<Uint8Array>[] = [];
  let next = first;
  for (let at = first; at < chunkCount(size); at++) {
    while (next < Math.min(chunkCount(size), at + chunksAhead)) {
      const chunk = readChunk(files, { sha256, size }, next++);
      // One that is read ahead may fail before it is its turn.
      chunk.catch(() => undefined);
      underWay.push(chunk);
    }
    const bytes = await (underWay.shift() as Promise<Uint8Array>);
    yield at === first ? bytes.subarray(fromByte - first * fileChunkBytes) : bytes;
  }
}

async function readChunk(files: KV, { sha256, size }: ContentRef, chunk: number): Promise<Uint8Array> {
  const entry = await files.get(fileChunkKey(sha256, chunk));
  const expected = Math.min(fileChunkBytes, size - chunk * fileChunkBytes);
  if (entry === null || entry.operation !== 'PUT' || entry.value.length !== expected)
    throw new AppError(
      'invalid-request',
      'A file of the collection is missing in the fleet. Publish it again.',
    );
  return entry.value;
}

/**
 * Stores content, and continues where an earlier attempt ended: chunks are stored in order, so those that are there are the
 * first ones. Resolves to how many bytes were sent.
 */
export async function writeContent(
  files: KV,
  { sha256, size }: ContentRef,
  pieces: (fromByte: number) => AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => {},
): Promise<number> {
  const first = await firstMissing(files, { sha256, size });
  let [chunk, sent] = [first, 0];
  let buffer = Buffer.alloc(0);
  const send = async (bytes: Buffer) => {
    await files.put(fileChunkKey(sha256, chunk++), bytes);
    sent += bytes.length;
    onBytes(bytes.length);
  };
  if (first < chunkCount(size))
    for await (const piece of pieces(first * fileChunkBytes)) {
      buffer = Buffer.concat([buffer, piece]);
      while (buffer.length >= fileChunkBytes) {
        await send(buffer.subarray(0, fileChunkBytes));
        buffer = buffer.subarray(fileChunkBytes);
      }
    }
  if (buffer.length > 0) await send(buffer);
  return sent;
}

async function firstMissing(files: KV, { sha256, size }: ContentRef): Promise<number> {
  const isThere = async (chunk: number) =>
    (await files.get(fileChunkKey(sha256, chunk)))?.operation === 'PUT';
  let [low, high] = [0, chunkCount(size)];
  if (high > 0 && (await isThere(high - 1))) return high;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await isThere(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
