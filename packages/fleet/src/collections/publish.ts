import type { KV } from '@nats-io/kv';
import { type CollectionVersion, fleetProtocol, versionKey } from '@stationery/contract/fleet';
import { sha256 } from '@stationery/core';
import { type BrokerConnection, isNoRoom } from '../broker/connect-broker.ts';
import { refusal } from '../reasons.ts';
import { type ContentRef, chunkCount, storedChunks, writeContent } from './content-chunks.ts';
import { type ChunkBroker, createBuckets, openBucket, openChunks } from './read-record.ts';
import { latestVersion, pruneVersions, removeUnused, removeVersions } from './versions.ts';

export interface PublishedFile extends ContentRef {
  pieces(fromByte: number): AsyncIterable<Uint8Array>;
}

export interface Publication {
  collection: string;
  /** The manifest, exactly as it is in the archive. */
  list: string;
  files: readonly PublishedFile[];
  tags: number;
  onBytes?: (bytes: number) => void;
}

const maxAttempts = 20;

/** Publishes a new version, which gets its number when it is complete. Stations get it only by a roll-out. */
export async function publishCollection(
  broker: ChunkBroker & Pick<BrokerConnection, 'manager'>,
  { collection, list, files, tags, onBytes }: Publication,
): Promise<CollectionVersion & { sentBytes: number }> {
  const { js } = broker;
  await createBuckets(js);
  const { files: store } = await openChunks(broker);
  const collections = await openBucket(js, 'collections');
  const bytes = Buffer.from(list);
  const listRef = { sha256: sha256(bytes), size: bytes.length };
  let sentBytes = 0;
  const listFile: PublishedFile = {
    ...listRef,
    async *pieces(from) {
      yield bytes.subarray(from);
    },
  };
  const contents = [...files, listFile];
  const added: ContentRef[] = [];
  try {
    for (const file of contents) {
      const stored = await storedChunks(broker, file.sha256);
      // On failure remove only contents that were new, because existing chunks may belong to a different version.
      if (stored.size === 0) added.push(file);
      const count = (sizeBytes: number) => {
        if (file !== listFile) onBytes?.(sizeBytes);
      };
      const fileBytes = await writeContent(store, file, stored, file.pieces(0), count);
      if (file !== listFile) sentBytes += fileBytes;
    }
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    await removeUnused(broker, added);
    throw noRoom();
  }
  let version = (await latestVersion({ js }, collection)) + 1;
  for (let attempt = 0; attempt < maxAttempts; attempt++, version++) {
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
    } catch (error) {
      // A concurrent publication has taken this number.
      if (!/wrong last sequence/i.test(String(error))) throw error;
      continue;
    }
    try {
      // Write missing chunks again: until this version was recorded, deleting another version could remove shared
      // chunks.
      sentBytes += await writeMissing(broker, store, contents);
    } catch (error) {
      if (!isNoRoom(error)) throw error;
      await removeVersions(broker, collection, [version]);
      await removeUnused(broker, added);
      throw noRoom();
    }
    // Ignore errors, because the next publication deletes the versions that remain.
    await pruneVersions(broker, collection).catch(() => undefined);
    return { ...record, sentBytes };
  }
  throw refusal('invalid-request', { code: 'publishing-busy' });
}

async function writeMissing(
  broker: Pick<BrokerConnection, 'manager'>,
  store: KV,
  contents: readonly PublishedFile[],
): Promise<number> {
  let sentBytes = 0;
  for (const file of contents) {
    const stored = await storedChunks(broker, file.sha256);
    if (stored.size < chunkCount(file.size))
      sentBytes += await writeContent(store, file, stored, file.pieces(0));
  }
  return sentBytes;
}

const noRoom = () => refusal('disk-full', { code: 'nats-no-room' });
