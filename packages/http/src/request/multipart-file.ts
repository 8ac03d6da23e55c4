import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import { AppError } from '@stationery/core';
import { type BodyOptions, bodyChunks } from './body-chunks.ts';

type Parser = InstanceType<typeof Busboy>;

/**
 * A boundary has up to 70 characters (RFC 2046, 5.1.1). Searching for a longer one would cost more at every
 * byte.
 */
const boundaryPattern =
  /;\s*boundary=(?:"([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])"|([\w'()+,./:=?-]{1,70})(?=[\s;]|$))/i;
/** Limited, because parsing a part takes as long as reading tens of kilobytes. */
const maxParts = 40;
/** Limit for everything besides the file: other fields, boundaries, header fields of parts. */
const maxOtherBytes = 1024 * 1024;

/** Streams the only file in `field` to `consume`, and resolves or rejects after `consume` has ended. */
export async function readMultipartFile<T>(
  request: IncomingMessage,
  field: string,
  consume: (file: AsyncIterable<Buffer>) => Promise<T>,
  options: Omit<BodyOptions, 'signal'> = {},
): Promise<T> {
  const boundary = boundaryOf(request, field);
  const parser = openParser(boundary, field);
  const countParts = partCounter(boundary);
  const leaving = new AbortController();
  const left = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  let refusal: unknown;
  const refuse = (error: unknown) => {
    refusal ??= error;
    leaving.abort();
  };
  let result: Promise<T> | undefined;
  let taken: (Readable & { bytesRead: number }) | undefined;

  parser.on('file', (name, stream) => {
    // If the body ends early, the current part emits an error even if it is not read.
    stream.on('error', () => undefined);
    if (name !== field || taken !== undefined) {
      if (name === field) refuse(noFile(field));
      stream.resume();
      return;
    }
    taken = stream;
    result = consume(stream);
    // Drain what the consumer left, so that the rest of the body can arrive.
    result.then(() => stream.resume(), refuse);
  });
  parser.on('error', () => refuse(broken()));
  const parsed = new Promise<void>((resolve) => parser.on('finish', resolve));

  try {
    let receivedBytes = 0;
    for await (const chunk of bodyChunks(request, { ...options, signal: leaving.signal })) {
      receivedBytes += chunk.length;
      if (receivedBytes - (taken?.bytesRead ?? 0) > maxOtherBytes + chunk.length) {
        throw new AppError(
          'request-too-large',
          `The multipart body has too much content besides the file in “${field}”.`,
        );
      }
      if (countParts(chunk) > maxParts)
        throw new AppError('request-too-large', `A multipart body may have up to ${maxParts} parts.`);
      if (!write(parser, chunk)) {
        await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), left]);
      }
    }
    if (!leaving.signal.aborted) parser.end();
    // The parser never finishes after a delimiter that is not followed by a line break.
    const consumed = Promise.resolve(result).then(() => setImmediate('unfinished' as const));
    const outcome = await Promise.race([parsed, left, consumed]);
    if (refusal !== undefined) throw refusal;
    if (outcome === 'unfinished') throw broken();
    if (result === undefined) throw noFile(field);
    return await result;
  } catch (error) {
    // The consumer must not wait for the rest of the file.
    taken?.destroy(error as Error);
    await result?.catch(() => undefined);
    throw error;
  }
}

function write(parser: Parser, chunk: Buffer): boolean {
  try {
    return parser.write(chunk);
  } catch {
    throw broken();
  }
}

function broken(): AppError {
  return new AppError('malformed-request', 'The multipart body is broken or ended too early.');
}

function noFile(field: string): AppError {
  return new AppError('firmware-file-missing', `Send one file in the multipart field “${field}”.`);
}

function boundaryOf({ headers }: IncomingMessage, field: string): string {
  const [, quoted, plain] = boundaryPattern.exec(headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw noBoundary(field);
  return boundary;
}

/** Returns a function that counts the parts, called for each chunk before the parser gets it. */
function partCounter(boundary: string): (chunk: Buffer) => number {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let tail = Buffer.alloc(0);
  let count = 0;
  return (chunk) => {
    const bytes = Buffer.concat([tail, chunk]);
    let end = 0;
    for (
      let at = bytes.indexOf(delimiter);
      at >= 0 && count <= maxParts;
      at = bytes.indexOf(delimiter, end)
    ) {
      count++;
      end = at + delimiter.length;
    }
    tail = bytes.subarray(Math.max(end, bytes.length - delimiter.length + 1));
    return count;
  };
}

function noBoundary(field: string): AppError {
  return new AppError(
    'malformed-request',
    `The multipart body has no usable boundary. Send one file in “${field}”.`,
  );
}

function openParser(boundary: string, field: string): Parser {
  try {
    return new Busboy({
      headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
      limits: { fields: 20, files: 20, fieldSize: 64 * 1024, headerPairs: 50 },
    });
  } catch {
    throw noBoundary(field);
  }
}
