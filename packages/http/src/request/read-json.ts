import { setImmediate } from 'node:timers/promises';
import { AppError } from '@stationery/core';
import { type JsonHandler, JsonStream } from './json-stream.ts';

export interface JsonReading {
  /** What may come besides the text that the handler takes piece by piece. */
  mostAsideBytes: number;
  /** The largest body, and what it is called in the message to a client that sends more. */
  longest?: { bytes: number; what: string };
  /** Where many small values may come in one chunk, fewer bytes give others their turn sooner. */
  bytesAtOnce?: number;
  /** Called between chunks: refuses, or waits for whatever takes the content. */
  afterChunk?: () => Promise<void> | void;
}

/** What comes faster than it is read leaves others their turn after this long. */
const longestTurnMs = 10;

/** Reads one JSON document as it arrives. Resolves when it is over and whole. */
export async function readJson(
  chunks: AsyncIterable<Buffer>,
  handler: JsonHandler,
  { mostAsideBytes, longest, bytesAtOnce = 64 * 1024, afterChunk }: JsonReading,
): Promise<void> {
  const json = new JsonStream(handler, { mostAsideBytes });
  let sizeBytes = 0;
  let sinceMs = performance.now();
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    if (longest !== undefined) refuseLonger(sizeBytes, longest);
    for (let at = 0; at < chunk.length; at += bytesAtOnce) {
      json.feed(chunk.length <= bytesAtOnce ? chunk : chunk.subarray(at, at + bytesAtOnce));
      if (performance.now() - sinceMs < longestTurnMs) continue;
      await setImmediate();
      sinceMs = performance.now();
    }
    await afterChunk?.();
  }
  json.end();
}

/** A client that announces too large a body is refused before it sends it. */
export function refuseLonger(sizeBytes: number, { bytes, what }: { bytes: number; what: string }): void {
  if (sizeBytes > bytes) throw new AppError('request-too-large', `${what} may have up to ${bytes} bytes.`);
}
