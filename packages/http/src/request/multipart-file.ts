import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError } from '@stationery/core';
import { bodyChunks } from './body-chunks.ts';

/**
 * Hands the one file field `field` of a multipart body to `consume`, as a stream, while it arrives. Other
 * fields are ignored; a body without the field, or with it twice, is refused.
 */
export async function readMultipartFile<T>(
  request: IncomingMessage,
  field: string,
  consume: (file: AsyncIterable<Buffer>) => Promise<T>,
): Promise<T> {
  const parser = openParser(request, field);
  let result: Promise<T> | undefined;
  let taken: Readable | undefined;
  let files = 0;
  parser.on('file', (name, stream) => {
    if (name !== field || ++files > 1) {
      stream.resume();
      return;
    }
    taken = stream;
    // A consumer that has left already does not hear of a body that breaks off, and need not.
    stream.on('error', () => undefined);
    result = consume(stream);
    // Whatever the consumer did not take must not hold up the rest of the body.
    result.catch(() => undefined).finally(() => stream.resume());
  });
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('finish', resolve);
    parser.on('error', () =>
      reject(new AppError('request.malformed', 'The multipart body is broken or ended too early.')),
    );
  });
  parsed.catch(() => undefined);

  try {
    for await (const chunk of bodyChunks(request)) {
      if (!parser.write(chunk))
        await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), parsed]);
    }
    parser.end();
    await parsed;
  } catch (error) {
    // Whoever takes the file must hear that the rest of it will never come.
    taken?.destroy(error as Error);
    throw error;
  }
  if (result === undefined || files > 1) {
    throw new AppError('firmware.no-file', `Send one file in the multipart field “${field}”.`);
  }
  return await result;
}

function openParser(request: IncomingMessage, field: string) {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits: { fields: 20, files: 20, fieldSize: 64 * 1024, headerPairs: 50 },
    });
  } catch {
    throw new AppError(
      'request.malformed',
      `The multipart body has no boundary. Send one file in “${field}”.`,
    );
  }
}
