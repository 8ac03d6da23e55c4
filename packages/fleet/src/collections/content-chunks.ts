import type { KV } from '@nats-io/kv';
import { fileChunkBytes, fileChunkKey, fleetBuckets } from '@stationery/contract/fleet';
import type { BrokerConnection, Link } from '../broker/connect-broker.ts';
import { refusal } from '../reasons.ts';

export interface ContentRef {
  sha256: string;
  size: number;
}

/** Maximum number of chunks in flight, which is enough for a link with latency or a busy server. */
const maxAhead = 8;
/**
 * Reply time up to which more chunks are requested. Replies to pings wait behind chunks, and the connection
 * counts as lost after 4 s without one.
 */
const soonMs = 500;

export const chunkCount = (size: number): number => Math.ceil(size / fileChunkBytes);

export interface ChunkStore {
  files: KV;
  link: Link;
}

/**
 * Reads a content. After a lost connection, only incomplete chunks are read again. On a slow link few chunks
 * are in flight.
 */
export async function* readContent(
  store: ChunkStore,
  content: ContentRef,
  fromByte = 0,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const first = Math.floor(fromByte / fileChunkBytes);
  const count = chunkCount(content.size);
  const underWay: Promise<Uint8Array>[] = [];
  const ended = new AbortController();
  const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  let [next, ahead] = [first, 1];
  const ask = async (chunk: number) => {
    const { bytes, ms } = await readChunk(store, content, chunk, stop);
    if (ms < soonMs) ahead = Math.min(maxAhead, ahead + 1);
    else if (ms > 2 * soonMs) ahead = Math.max(1, ahead - 1);
    return bytes;
  };
  try {
    for (let at = first; at < count; at++) {
      while (next < Math.min(count, at + ahead)) {
        const chunk = ask(next++);
        // Avoid an unhandled rejection, because a chunk that is read ahead may fail before it is awaited.
        chunk.catch(() => undefined);
        underWay.push(chunk);
      }
      const bytes = await (underWay.shift() as Promise<Uint8Array>);
      yield at === first ? bytes.subarray(fromByte - first * fileChunkBytes) : bytes;
    }
  } finally {
    ended.abort();
  }
}

async function readChunk(
  { files, link }: ChunkStore,
  { sha256, size }: ContentRef,
  chunk: number,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; ms: number }> {
  const expected = Math.min(fileChunkBytes, size - chunk * fileChunkBytes);
  for (;;) {
    signal.throwIfAborted();
    const reconnected = nextReconnect(link, signal);
    if (!link.isConnected) await reconnected.wait;
    else {
      const startMs = performance.now();
      const reading = files.get(fileChunkKey(sha256, chunk));
      // Avoid an unhandled rejection. After a reconnection this request is abandoned, because its reply never comes.
      reading.catch(() => undefined);
      const entry = await Promise.race([reading, reconnected.wait]).finally(reconnected.forget);
      if (entry !== undefined) {
        if (entry === null || entry.operation !== 'PUT' || entry.value.length !== expected)
          throw refusal('invalid-request', { code: 'content-missing' });
        return { bytes: entry.value, ms: performance.now() - startMs };
      }
    }
  }
}

function nextReconnect(link: Link, signal: AbortSignal): { wait: Promise<undefined>; forget: () => void } {
  let forget = () => {};
  const wait = new Promise<undefined>((resolve) => {
    const end = () => {
      forget();
      resolve(undefined);
    };
    const forgetLink = link.onReconnect(end);
    forget = () => {
      forgetLink();
      signal.removeEventListener('abort', end);
    };
    signal.addEventListener('abort', end, { once: true });
  });
  return { wait, forget };
}

export async function storedChunks(
  { manager }: Pick<BrokerConnection, 'manager'>,
  sha256: string,
): Promise<ReadonlySet<number>> {
  const { streams } = await manager();
  const prefix = `$KV.${fleetBuckets.files}.${sha256}.`;
  const { state } = await streams.info(`KV_${fleetBuckets.files}`, { subjects_filter: `${prefix}*` });
  return new Set(Object.keys(state.subjects ?? {}).map((subject) => Number(subject.slice(prefix.length))));
}

/** Stores the chunks that are missing or damaged. Returns the number of bytes sent. */
export async function writeContent(
  files: KV,
  { sha256 }: ContentRef,
  stored: ReadonlySet<number>,
  pieces: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => {},
): Promise<number> {
  let [chunk, sent] = [0, 0];
  let buffer = Buffer.alloc(0);
  const store = async (bytes: Buffer) => {
    const key = fileChunkKey(sha256, chunk);
    if (!stored.has(chunk++) || !(await isStored(files, key, bytes))) {
      await files.put(key, bytes);
      sent += bytes.length;
    }
    onBytes(bytes.length);
  };
  for await (const piece of pieces) {
    buffer = Buffer.concat([buffer, piece]);
    while (buffer.length >= fileChunkBytes) {
      await store(buffer.subarray(0, fileChunkBytes));
      buffer = buffer.subarray(fileChunkBytes);
    }
  }
  if (buffer.length > 0) await store(buffer);
  return sent;
}

async function isStored(files: KV, key: string, bytes: Buffer): Promise<boolean> {
  const entry = await files.get(key);
  return entry?.operation === 'PUT' && bytes.equals(entry.value);
}
