import { createHash } from 'node:crypto';
import { fileChunkKey, fleetBuckets, versionKey } from '@stationery/contract/fleet';
import { AppError } from '@stationery/core';
import type { BrokerConnection } from '../broker/connect-broker.ts';
import { refusal } from '../reasons.ts';
import { type ContentRef, readContent } from './content-chunks.ts';
import { type ChunkBroker, openBucket, openChunks, readRollOut, readVersion } from './read-record.ts';
import { followersOf } from './roll-out.ts';

type VersionBroker = ChunkBroker & Pick<BrokerConnection, 'manager'>;

/** Number of newest versions that are kept. Older ones are kept only while a station has or should get them. */
const maxVersions = 5;

/** Returns the versions in ascending order. */
export async function listVersions(
  { js }: Pick<BrokerConnection, 'js'>,
  collection: string,
): Promise<number[]> {
  const bucket = await openBucket(js, 'collections');
  const versions: number[] = [];
  for await (const key of await bucket.keys(versionKey(collection, 0).replace(/0$/, '*')))
    versions.push(Number(key.split('.').at(-1)));
  return versions.sort((one, other) => one - other);
}

export async function latestVersion(
  broker: Pick<BrokerConnection, 'js'>,
  collection: string,
): Promise<number> {
  return (await listVersions(broker, collection)).at(-1) ?? 0;
}

export async function deleteVersion(
  broker: VersionBroker,
  collection: string,
  version: number,
): Promise<void> {
  await readVersion(broker.js, collection, version);
  if ((await latestVersion(broker, collection)) === version)
    throw refusal('invalid-request', { code: 'version-newest' });
  if ((await followedVersions(broker, collection)).has(version))
    throw refusal('invalid-request', { code: 'version-in-use', version });
  await removeVersions(broker, collection, [version]);
}

export async function pruneVersions(broker: VersionBroker, collection: string): Promise<void> {
  const old = (await listVersions(broker, collection)).slice(0, -maxVersions);
  if (old.length === 0) return;
  const followed = await followedVersions(broker, collection);
  await removeVersions(
    broker,
    collection,
    old.filter((version) => !followed.has(version)),
  );
}

async function followedVersions(broker: VersionBroker, collection: string): Promise<Set<number | null>> {
  const now = await readRollOut(broker.js, collection);
  const followers = await followersOf(broker, collection);
  return new Set([
    ...(now === undefined ? [] : [now.version, now.before]),
    ...followers.flatMap(({ collection: { version, wanted } }) => [version, wanted]),
  ]);
}

export async function removeVersions(
  broker: VersionBroker,
  collection: string,
  versions: readonly number[],
): Promise<void> {
  const contents: ContentRef[] = [];
  for (const version of versions) contents.push(...((await contentsOf(broker, collection, version)) ?? []));
  const { streams } = await broker.manager();
  const { collections } = fleetBuckets;
  // Remove the records first. If this is interrupted, the content left over is removed with the next version
  // that contains it.
  for (const version of versions)
    await streams.purge(`KV_${collections}`, {
      filter: `$KV.${collections}.${versionKey(collection, version)}`,
    });
  await removeUnused(broker, contents);
}

/** Removes the contents that no version uses. Removes nothing if the list of some version is damaged. */
export async function removeUnused(broker: VersionBroker, contents: readonly ContentRef[]): Promise<void> {
  const used = await usedContents(broker);
  if (used === undefined) return;
  await removeContents(
    broker,
    contents.filter(({ sha256 }) => !used.has(sha256)),
  );
}

/** Returns the contents used by any version of any collection, or undefined if a list is damaged. */
async function usedContents(broker: VersionBroker): Promise<Set<string> | undefined> {
  const bucket = await openBucket(broker.js, 'collections');
  const keys: string[] = [];
  for await (const key of await bucket.keys('*.version.*')) keys.push(key);
  const used = new Set<string>();
  for (const key of keys) {
    const [collection = '', , version] = key.split('.');
    const contents = await contentsOf(broker, collection, Number(version));
    if (contents === undefined) return undefined;
    for (const { sha256 } of contents) used.add(sha256);
  }
  return used;
}

/** Returns the contents of a version, including its list, or undefined if the list is damaged. */
async function contentsOf(
  broker: VersionBroker,
  collection: string,
  version: number,
): Promise<ContentRef[] | undefined> {
  const { list } = await readVersion(broker.js, collection, version);
  try {
    const published = await readPublished(broker, collection, version);
    const { files } = JSON.parse(published.list) as { files: ContentRef[] };
    return [...files, list];
  } catch (error) {
    if (error instanceof AppError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Purges the chunks, which frees their space immediately: a full server stores nothing, not even device states. */
async function removeContents(
  { manager }: Pick<BrokerConnection, 'manager'>,
  contents: readonly ContentRef[],
): Promise<void> {
  const { streams } = await manager();
  const { files } = fleetBuckets;
  for (const sha256 of new Set(contents.map((content) => content.sha256)))
    await streams.purge(`KV_${files}`, {
      filter: `$KV.${files}.${fileChunkKey(sha256, 0).replace(/0$/, '*')}`,
    });
}

/** Reads a published version. Throws if content is damaged. */
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
  if (hash.digest('hex') !== sha256) throw refusal('invalid-request', { code: 'content-damaged' });
}
