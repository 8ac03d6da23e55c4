import { createHash } from 'node:crypto';
import {
  type CollectionVersion,
  fileChunkKey,
  fleetBuckets,
  fleetProtocol,
  versionKey,
} from '@stationery/contract/fleet';
import { AppError } from '@stationery/core';
import { type BrokerConnection, isNoRoom } from '../broker/connect-broker.ts';
import { type ContentRef, writeContent } from './content-chunks.ts';
import { type ChunkBroker, createBuckets, openBucket, openChunks } from './read-record.ts';

export interface PublishedFile extends ContentRef {
  pieces(fromByte: number): AsyncIterable<Uint8Array>;
}

export interface Publication {
  collection: string;
  /** The list of contents as it is in the archive. */
  list: string;
  files: readonly PublishedFile[];
  tags: number;
  onBytes?: (bytes: number) => void;
}

const mostAttempts = 20;

/** Stores a new version of a collection. It is complete before it has a number; no station gets it before it is rolled out. */
export async function publishCollection(
  broker: ChunkBroker & Pick<BrokerConnection, 'manager'>,
  { collection, list, files, tags, onBytes }: Publication,
): Promise<CollectionVersion & { sentBytes: number }> {
  const { js } = broker;
  await createBuckets(js);
  const { files: store } = await openChunks(broker);
  const collections = await openBucket(js, 'collections');
  const bytes = Buffer.from(list);
  const listRef = { sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
  let sentBytes = 0;
  const listFile: PublishedFile = {
    ...listRef,
    async *pieces(from) {
      yield bytes.subarray(from);
    },
  };
  const sent: ContentRef[] = [];
  try {
    for (const file of [...files, listFile]) {
      const count = (sizeBytes: number) => {
        if (sent.at(-1) !== file) sent.push(file);
        if (file !== listFile) onBytes?.(sizeBytes);
      };
      const fileBytes = await writeContent(store, file, (from) => file.pieces(from), count);
      if (file !== listFile) sentBytes += fileBytes;
    }
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    await removeContents(broker, sent);
    throw new AppError(
      'disk-full',
      'The NATS server has no room for the collection, and nothing of it was stored. Make room on its disk, or raise “max_file_store” in its configuration, then publish it again.',
    );
  }
  let version = (await latestVersion({ js }, collection)) + 1;
  for (let attempt = 0; attempt < mostAttempts; attempt++, version++) {
    const record: CollectionVersion = {
      protocol: fleetProtocol,
      collection,
      version,
      publishedAt: new Date().toISOString(),
      list: listRef,
      files: files.length,
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      tags,
    };
    try {
      await collections.create(versionKey(collection, version), JSON.stringify(record));
      return { ...record, sentBytes };
    } catch (error) {
      // Somebody else has published at the same time and has this number.
      if (!/wrong last sequence/i.test(String(error))) throw error;
    }
  }
  throw new AppError('invalid-request', 'Too many versions are published at the same time. Try again.');
}

/** A server that is full stores nothing else either, such as the states of devices: it must have its room again. */
async function removeContents(
  { manager }: Pick<BrokerConnection, 'manager'>,
  contents: readonly ContentRef[],
) {
  const { streams } = await manager();
  const { files } = fleetBuckets;
  for (const { sha256 } of contents)
    await streams.purge(`KV_${files}`, {
      filter: `$KV.${files}.${fileChunkKey(sha256, 0).replace(/0$/, '*')}`,
    });
}

export async function latestVersion(
  { js }: Pick<BrokerConnection, 'js'>,
  collection: string,
): Promise<number> {
  const bucket = await openBucket(js, 'collections');
  let latest = 0;
  for await (const key of await bucket.keys(versionKey(collection, 0).replace(/0$/, '*')))
    latest = Math.max(latest, Number(key.split('.').at(-1)));
  return latest;
}
