import { createHash } from 'node:crypto';
import { AppError } from '@stationery/core';
import type { BrokerConnection } from '../broker/connect-broker.ts';
import { type ContentRef, readContent } from './content-chunks.ts';
import { openBucket, readVersion } from './read-record.ts';

/** A version as it was published, for whoever writes it elsewhere. Content that is not what it should be is refused. */
export async function readPublished(
  { js }: Pick<BrokerConnection, 'js'>,
  collection: string,
  version: number,
): Promise<{ list: string; content(file: ContentRef): AsyncGenerator<Uint8Array> }> {
  const { list } = await readVersion(js, collection, version);
  const files = await openBucket(js, 'files');
  const content = (file: ContentRef) => checked(readContent(files, file), file);
  const pieces: Uint8Array[] = [];
  for await (const piece of content(list)) pieces.push(piece);
  return { list: Buffer.concat(pieces).toString('utf8'), content };
}

async function* checked(
  pieces: AsyncIterable<Uint8Array>,
  { sha256 }: ContentRef,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256)
    throw new AppError(
      'invalid-request',
      'A file of the collection is damaged in the fleet. Publish it again.',
    );
}
