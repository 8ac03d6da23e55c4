import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError } from '@stationery/core';
import { type BodyOptions, bodyChunks } from './body-chunks.ts';

type Parser = InstanceType<typeof Busboy>;

/** What may come besides the file: other fields, boundaries, header fields of parts. */
const mostOtherBytes = 1024 * 1024;

/**
 * Hands the one file field `field` of a multipart body to `consume`, as a stream, while it arrives. Other
 * fields are ignored; a body without the field, or with it twice, is refused. A consumer that fails ends the
 * reading at once. The consumer is done, one way or the other, when this is.
 */
export async function readMultipartFile<T>(
  request: IncomingMessage,
  field: string,
  consume: (file: AsyncIterable<Buffer>) => Promise<T>,
  options: Omit<BodyOptions, 'signal'> = {},
): Promise<T> {
  const parser = openParser(request, field);
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
    // A body that ends early is an error of the part that it ends in, whether anybody reads the part or not.
    stream.on('error', () => undefined);
    if (name !== field || taken !== undefined) {
      if (name === field) refuse(noFile(field));
      stream.resume();
      return;
    }
    taken = stream;
    result = consume(stream);
    // What the consumer left unread must not hold up the rest of the body.
    result.then(() => stream.resume(), refuse);
  });
  parser.on('error', () => refuse(broken()));
  const parsed = new Promise<void>((resolve) => parser.on('finish', resolve));

  try {
    let receivedBytes = 0;
    for await (const chunk of bodyChunks(request, { ...options, signal: leaving.signal })) {
      receivedBytes += chunk.length;
      if (receivedBytes - (taken?.bytesRead ?? 0) > mostOtherBytes + chunk.length) {
        throw new AppError('request-too-large', `There is too much besides the file in “${field}”.`);
      }
      if (!write(parser, chunk)) {
        await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), left]);
      }
    }
    if (!leaving.signal.aborted) parser.end();
    await Promise.race([parsed, left]);
    if (refusal !== undefined) throw refusal;
    if (result === undefined) throw noFile(field);
    return await result;
  } catch (error) {
    // The consumer must learn that the rest of the file will never come.
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

function openParser(request: IncomingMessage, field: string): Parser {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { fields: 20, files: 20, fieldSize: 64 * 1024, headerPairs: 50 },
    });
  } catch {
    throw new AppError(
      'malformed-request',
      `The multipart body has no boundary. Send one file in “${field}”.`,
    );
  }
}
