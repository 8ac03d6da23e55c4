import { setImmediate } from 'node:timers/promises';
import { AppError } from '@stationery/core';
import { type JsonHandler, JsonStream } from './json-stream.ts';

export interface JsonReading {
  /** Limit for everything besides the streamed text. */
  maxAsideBytes: number;
  /** Maximum size of a body, and the name of the content in the error for larger bodies. */
  longest?: { bytes: number; what: string };
  /** Bytes parsed before other work gets a turn. Lower it if a chunk may contain many small values. */
  bytesAtOnce?: number;
  /** Called between chunks: throws to refuse, or waits for the consumer of the content. */
  afterChunk?: () => Promise<void> | void;
}

const maxTurnMs = 10;

export async function readJson(
  chunks: AsyncIterable<Buffer>,
  handler: JsonHandler,
  { maxAsideBytes, longest, bytesAtOnce = 64 * 1024, afterChunk }: JsonReading,
): Promise<void> {
  const json = new JsonStream(handler, { maxAsideBytes });
  let sizeBytes = 0;
  let sinceMs = performance.now();
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (longest !== undefined) refuseLonger(sizeBytes, longest);
    for (let at = 0; at < chunk.length; at += bytesAtOnce) {
      json.feed(chunk.length <= bytesAtOnce ? chunk : chunk.subarray(at, at + bytesAtOnce));
      if (performance.now() - sinceMs < maxTurnMs) continue;
      await setImmediate();
      sinceMs = performance.now();
    }
    await afterChunk?.();
  }
  json.end();
}

export function refuseLonger(sizeBytes: number, { bytes, what }: { bytes: number; what: string }): void {
  if (sizeBytes > bytes) throw new AppError('request-too-large', `${what} may have up to ${bytes} bytes.`);
}
