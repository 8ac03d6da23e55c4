import { Kvm } from '@nats-io/kv';
import {
  type CollectionRollOut,
  type CollectionVersion,
  DeviceState,
  fleetBuckets,
  fleetProtocol,
  rollOutKey,
} from '@stationery/contract/fleet';
import type { BrokerConnection } from '../broker/connect-broker.ts';
import { readMessage } from '../broker/message.ts';
import { messageChecker, refusal } from '../reasons.ts';
import { openBucket, readRollOut, readVersion } from './read-record.ts';

export type Stage = CollectionRollOut['stage'];
type Js = Pick<BrokerConnection, 'js' | 'manager'>;

export interface Follower {
  id: string;
  name: string;
  cardBytes: number | null;
  collection: NonNullable<NonNullable<DeviceState['station']>['collection']>;
}

const stages: readonly Stage[] = ['one', 'tenth', 'all'];
const checkDevice = messageChecker(DeviceState);

/** Returns the stations that follow the collection, as last reported. */
export async function followersOf({ js, manager }: Js, collection: string): Promise<Follower[]> {
  const devices = await new Kvm(js).create(fleetBuckets.devices, { allow_direct: true });
  // Don't use the library's key listing: it follows changes, and devices write all the time, so it repeats keys
  // and may never end.
  const { streams } = await manager();
  const { state } = await streams.info(`KV_${fleetBuckets.devices}`, { subjects_filter: '>' });
  const prefix = `$KV.${fleetBuckets.devices}.`;
  const ids = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
  const found: Follower[] = [];
  for (const id of ids.sort()) {
    const entry = await devices.get(id);
    if (entry === null || entry.operation !== 'PUT') continue;
    try {
      const { name, station } = readMessage(entry.value, checkDevice);
      if (station?.collection?.name !== collection) continue;
      found.push({ id, name, cardBytes: station.card.totalBytes, collection: station.collection });
    } catch {
      // Skip devices with a different version of the protocol; the board reports them.
    }
  }
  return found;
}

export const tooSmall = (followers: readonly Follower[], { bytes }: CollectionVersion): Follower[] =>
  followers.filter(({ cardBytes }) => cardBytes !== null && cardBytes < bytes);

/**
 * Starts a stage of a roll-out. Unless forced, refuses while the previous stage is incomplete or a card is too small.
 */
export async function rollOut(
  broker: Js,
  wanted: { collection: string; version: number; stage: Stage; first?: string; force?: boolean },
): Promise<CollectionRollOut & { followers: Follower[] }> {
  const { collection, version, stage, first, force = false } = wanted;
  const published = await readVersion(broker.js, collection, version);
  const followers = await followersOf(broker, collection);
  if (!force) refuseSmallCards(followers, published);
  const now = await readRollOut(broker.js, collection);
  const isNext = now?.version === version;
  const chosen = isNext ? (now.stations ?? followers.map(({ id }) => id)) : [];
  // Repeating a stage resumes a stopped roll-out.
  const isLarger = isNext && stages.indexOf(stage) > stages.indexOf(now.stage);
  if (isLarger && !force) refuseIncomplete(followers, chosen, version);
  if (first !== undefined && !followers.some(({ id }) => id === first))
    throw refusal('invalid-request', { code: 'not-following', collection, device: first });
  const rest = followers.map(({ id }) => id).filter((id) => !chosen.includes(id));
  const order = [...(first === undefined ? [] : [first]), ...chosen, ...rest];
  const count = stage === 'one' ? 1 : Math.max(1, Math.ceil(followers.length / 10));
  const next: CollectionRollOut = {
    protocol: fleetProtocol,
    collection,
    version,
    stage,
    stations: stage === 'all' ? null : [...new Set(order)].slice(0, Math.max(count, chosen.length)),
    before: isNext ? now.before : carriedByAll(now),
    isStopped: false,
  };
  await write(broker, next);
  return { ...next, followers };
}

/** Stops the roll-out: every station keeps its current version. */
export async function stopRollOut(broker: Js, collection: string): Promise<CollectionRollOut> {
  const now = await readRollOut(broker.js, collection);
  if (now === undefined) throw refusal('invalid-request', { code: 'not-rolled-out', collection });
  const stopped = { ...now, isStopped: true };
  await write(broker, stopped);
  return stopped;
}

/** Returns the version that the station should have, or undefined to keep the current one. */
export function wantedVersion(now: CollectionRollOut | undefined, deviceId: string): number | undefined {
  if (now === undefined || now.isStopped) return undefined;
  return now.stations === null || now.stations.includes(deviceId) ? now.version : (now.before ?? undefined);
}

async function write({ js }: Js, next: CollectionRollOut): Promise<void> {
  await (await openBucket(js, 'collections')).put(rollOutKey(next.collection), JSON.stringify(next));
}

/** Returns the version that was rolled out to all stations, or null. */
function carriedByAll(now: CollectionRollOut | undefined): number | null {
  if (now === undefined) return null;
  return now.stations === null ? now.version : now.before;
}

function refuseSmallCards(followers: readonly Follower[], published: CollectionVersion): void {
  const small = tooSmall(followers, published);
  if (small.length === 0) return;
  const { version } = published;
  const stations = small.map(({ id, name }) => ({ device: id, name }));
  throw refusal('invalid-request', { code: 'version-too-large', version, stations });
}

function refuseIncomplete(followers: readonly Follower[], chosen: readonly string[], version: number): void {
  const open = followers.filter(
    ({ id, collection }) =>
      chosen.includes(id) && !(collection.version === version && collection.state === 'complete'),
  );
  if (open.length === 0) return;
  const stations = open.slice(0, 5).map(({ name, collection: { why } }) => ({ name, because: why }));
  throw refusal('invalid-request', { code: 'stage-incomplete', version, stations });
}
