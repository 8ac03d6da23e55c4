import { createHash } from 'node:crypto';
import { AppError } from '@stationery/core';
import { type ContentRef, readContent } from './content-chunks.ts';
import { type ChunkBroker, openChunks, readVersion } from './read-record.ts';

/** Reads a published version. Fails if content is damaged. */
export async function readPublished(
  broker: ChunkBroker,
  collection: string,
  version: number,
): Promise<{ list: string; content(file: ContentRef): AsyncGenerator<Uint8Array> }> {
  const { list } = await readVersion(broker.js, collection, version);
  const chunks = await openChunks(broker);
  const content = (file: ContentRef) => checked(readContent(chunks, file), file);
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
