import type { IncomingMessage } from 'node:http';
import type { BoardCollection } from '@stationery/contract/fleet';
import { bodyChunks } from '@stationery/http';
import type { BrokerConnection } from '../broker/connect-broker.ts';
import { type Publication, publishCollection } from '../collections/publish.ts';
import { openBucket, readRollOut, readVersion } from '../collections/read-record.ts';
import { followersOf, rollOut, type Stage, tooSmall } from '../collections/roll-out.ts';
import { latestVersion, listVersions } from '../collections/versions.ts';
import { refusal } from '../reasons.ts';
import { receiveArchive } from './receive-archive.ts';

export async function listCollections(broker: BrokerConnection): Promise<BoardCollection[]> {
  const bucket = await openBucket(broker.js, 'collections');
  const names = new Set<string>();
  for await (const key of await bucket.keys('*.version.*')) names.add(key.split('.')[0] ?? '');
  return Promise.all([...names].sort().map((name) => readCollection(broker, name)));
}

export async function readCollection(broker: BrokerConnection, name: string): Promise<BoardCollection> {
  const newest = await readVersion(broker.js, name, await publishedVersion(broker, name));
  const now = (await readRollOut(broker.js, name)) ?? null;
  const followers = await followersOf(broker, name);
  return {
    name,
    newest,
    versions: await listVersions(broker, name),
    rollOut: now,
    followers: followers.length,
    complete: followers.filter(
      ({ collection: { version, state } }) => version === now?.version && state === 'complete',
    ).length,
    tooSmall: tooSmall(followers, newest).map(({ id }) => id),
  };
}

export async function rollOutStage(
  broker: BrokerConnection,
  name: string,
  wanted: { stage: Stage; version?: number; first?: string; force?: boolean },
): Promise<void> {
  const { stage, first, force = false } = wanted;
  const version = wanted.version ?? (await publishedVersion(broker, name));
  await rollOut(broker, { collection: name, version, stage, force, ...(first !== undefined && { first }) });
}

export interface Publishing {
  openArchive: (path: string) => Promise<Pick<Publication, 'list' | 'files' | 'tags'>>;
  folder: string;
  /** Whether the NATS server stores its data on the same disk. */
  isSameDisk: boolean;
}

/** Publishes an archive. Continues if the client hangs up after the archive has arrived. */
export async function publishArchive(
  withBroker: <T>(work: (broker: BrokerConnection) => Promise<T>) => Promise<T>,
  collection: string,
  request: IncomingMessage,
  { openArchive, folder, isSameDisk }: Publishing,
): Promise<BoardCollection> {
  const length = Number(request.headers['content-length']);
  const room = {
    folder,
    sizeBytes: Number.isSafeInteger(length) ? length : undefined,
    copies: isSameDisk ? 2 : 1,
  };
  return receiveArchive(bodyChunks(request), room, async (path) => {
    const opened = await openArchive(path);
    return withBroker(async (broker) => {
      await publishCollection(broker, { collection, ...opened });
      return readCollection(broker, collection);
    });
  });
}

async function publishedVersion(broker: BrokerConnection, name: string): Promise<number> {
  const version = await latestVersion(broker, name);
  if (version === 0) throw refusal('invalid-request', { code: 'not-published', collection: name });
  return version;
}
