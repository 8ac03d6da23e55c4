import type { IncomingMessage } from 'node:http';
import { AppError } from '@stationery/core';
import { bodyChunks } from './body-chunks.ts';

/** Most buffered bodies are small: names and bindings. */
const defaultLimitBytes = 64 * 1024;

export async function readJsonBody(
  request: IncomingMessage,
  limitBytes = defaultLimitBytes,
): Promise<unknown> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of bodyChunks(request)) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) {
      throw new AppError(
        'request-too-large',
        `The body is larger than the ${limitBytes} bytes allowed here.`,
      );
    }
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks));
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) {
    throw new AppError('malformed-request', 'The request needs a JSON body and has none.', { pointer: '' });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('malformed-request', 'The body is not UTF-8.', { pointer: '' });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed-request', 'The body is not JSON.', { pointer: '' });
  }
}
