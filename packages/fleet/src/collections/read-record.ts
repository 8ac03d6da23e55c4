import { Kvm } from '@nats-io/kv';
import {
  CollectionRollOut,
  CollectionVersion,
  fleetBuckets,
  fleetProtocol,
  rollOutKey,
  versionKey,
} from '@stationery/contract/fleet';
import { bodyChecker } from '@stationery/http';
import type { BrokerConnection } from '../broker/connect-broker.ts';
import { readMessage } from '../broker/message.ts';
import { refusal } from '../reasons.ts';
import type { ChunkStore } from './content-chunks.ts';

const checkRollOut = bodyChecker(CollectionRollOut);
const checkVersion = bodyChecker(CollectionVersion);

type Js = BrokerConnection['js'];
export type ChunkBroker = Pick<BrokerConnection, 'js' | 'patientJs' | 'link'>;

export const openBucket = (js: Js, name: keyof typeof fleetBuckets) =>
  new Kvm(js).open(fleetBuckets[name], { allow_direct: true });

export const openChunks = async ({ patientJs, link }: ChunkBroker): Promise<ChunkStore> => ({
  files: await openBucket(patientJs, 'files'),
  link,
});

/** Creates the buckets, so that collections can be published before any board has run. */
export async function createBuckets(js: Js): Promise<void> {
  for (const name of ['devices', 'collections', 'files'] as const)
    await new Kvm(js).create(fleetBuckets[name], { allow_direct: true });
}

/** Returns undefined before the first roll-out. */
export async function readRollOut(js: Js, collection: string): Promise<CollectionRollOut | undefined> {
  const entry = await (await openBucket(js, 'collections')).get(rollOutKey(collection));
  if (entry === null || entry.operation !== 'PUT') return undefined;
  return readMessage(entry.value, (value) => checkRollOut(current(value)) as CollectionRollOut);
}

export async function readVersion(js: Js, collection: string, version: number): Promise<CollectionVersion> {
  const entry = await (await openBucket(js, 'collections')).get(versionKey(collection, version));
  if (entry === null || entry.operation !== 'PUT')
    throw refusal('invalid-request', { code: 'version-missing', collection, version });
  return readMessage(entry.value, (value) => checkVersion(current(value)) as CollectionVersion);
}

function current(value: unknown): unknown {
  const { protocol } = (value ?? {}) as { protocol?: unknown };
  if (typeof protocol === 'number' && protocol > fleetProtocol)
    throw refusal('invalid-request', {
      code: 'collection-protocol',
      found: protocol,
      known: fleetProtocol,
    });
  return value;
}
