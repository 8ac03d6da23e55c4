import { type DeviceState, fleetBuckets, rollOutKey, type TapCounts } from '@stationery/contract/fleet';
import type { Clock, Logger } from '@stationery/core';
import { Broker } from '../broker/connect-broker.ts';
import { keepTrying } from '../broker/keep-trying.ts';
import type { FleetConfig } from '../settings.ts';
import { CollectionFollower } from './collection-follower.ts';
import { StatePublisher } from './state-publisher.ts';
import type { StationPort } from './station-port.ts';
import { TapReporter } from './tap-reporter.ts';

export interface StationAgentOptions {
  config: Pick<FleetConfig, 'server' | 'isTls' | 'credentials' | 'name' | 'tags' | 'collection'>;
  deviceId: string;
  station: StationPort;
  version: string;
  heartbeatMs?: number;
  clock: Clock;
  log: Logger;
}

export interface RunningStationAgent {
  stop(): Promise<void>;
}

/** Derives the device id from the serial of twelve hex digits, in lower case as device ids must be. */
export const stationDeviceId = (serial: string): string => `station-${serial.toLowerCase()}`;

/**
 * Interval at which taps are counted. It is longer than that of the heartbeats, because counting reads the database.
 */
const countEveryMs = 20_000;
const reportEveryMs = 60_000;

/** Starts the agent, which does not wait for the broker. Agent and station do not wait for each other either. */
export function startStationAgent(options: StationAgentOptions): RunningStationAgent {
  const { config, deviceId, station, clock, log, heartbeatMs = 5_000 } = options;
  const stopping = new AbortController();
  const retry = { clock, log, signal: stopping.signal };
  const broker = new Broker(config, `device ${deviceId}`, retry);
  let lastTap: NonNullable<DeviceState['station']>['lastTap'] = null;

  const follower =
    config.collection === undefined
      ? undefined
      : new CollectionFollower({
          collection: config.collection,
          deviceId,
          broker,
          port: station.collection,
          onChange: () => publisher.changed(),
          clock,
          log,
        });

  let counted: { taps: TapCounts | undefined; atMs: number } | undefined;
  const taps = () => {
    const nowMs = clock.nowMs();
    if (counted === undefined || nowMs - counted.atMs >= countEveryMs)
      counted = { taps: station.taps(), atMs: nowMs };
    return counted.taps;
  };

  const state = () => {
    const { settings, card, reader, firmware } = station.snapshot();
    const counts = taps();
    const failed = failedUpdate(firmware.last_update);
    const isPresent = card.state === 'present';
    return {
      name: config.name ?? settings.nickname,
      version: options.version,
      page: station.page() ?? null,
      tags: [...config.tags],
      station: {
        card: {
          state: card.state,
          freeBytes: isPresent ? card.free : null,
          totalBytes: isPresent ? card.size : null,
        },
        reader: reader.state,
        ...(counts && { taps: counts }),
        ...(failed && { failedUpdate: failed }),
        lastTap,
        collection: follower?.state ?? null,
      },
    };
  };

  const reporter = new TapReporter({
    deviceId,
    broker,
    log,
    port: station,
    signal: stopping.signal,
    timeMs: () => Date.now(),
  });
  const stopReporting = clock.every(reportEveryMs, () => void reporter.report());

  const publisher = new StatePublisher({
    broker,
    deviceId,
    state,
    heartbeatMs,
    clock,
    signal: stopping.signal,
  });

  let hasCard = station.snapshot().card.state === 'present';
  const unsubscribe = station.subscribe((event) => {
    if (event.name === 'tap.on') lastTap = { tag: event.data.serial, at: new Date().toISOString() };
    if (event.name === 'card') {
      const isNew = !hasCard && event.data.state === 'present';
      hasCard = event.data.state === 'present';
      if (isNew) follower?.lookAgain();
      else follower?.cardChanged();
    }
    if (['tap.on', 'card', 'reader', 'settings', 'firmware'].includes(event.name)) publisher.changed();
  });
  const stopChecking = clock.every(heartbeatMs, () => follower?.check());
  const listening = keepTrying('Following the fleet', retry, async () => {
    const connection = await broker.first();
    if (connection === undefined) return;
    void reporter.report();
    follower?.check();
    if (config.collection === undefined) return;
    // Every write to the bucket is a message on this subject. The next heartbeat finds writes whose message was
    // missed.
    const subject = `$KV.${fleetBuckets.collections}.${rollOutKey(config.collection)}`;
    connection.nats.subscribe(subject, { callback: () => follower?.check() });
  });

  return {
    async stop() {
      unsubscribe();
      publisher.stop();
      stopChecking();
      stopReporting();
      stopping.abort();
      await follower?.close();
      await broker.close();
      await listening;
    },
  };
}

type LastUpdate = ReturnType<StationPort['snapshot']>['firmware']['last_update'];

function failedUpdate(last: LastUpdate): NonNullable<DeviceState['station']>['failedUpdate'] {
  if (last === null || last.result === 'committed') return undefined;
  const { fw_version: version, reason, cause } = last;
  return { version, reason: (reason ?? '').slice(0, 1000), ...(cause && { cause }) };
}
