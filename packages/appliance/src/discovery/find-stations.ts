import { type Clock, type Logger, sleep } from '@stationery/core';
import { emptyMessage } from './dns/message.ts';
import { type Name, nameKey, sameName } from './dns/name.ts';
import { readMessage } from './dns/read-message.ts';
import { type DnsRecord, type RecordData, recordKey, typeCodes } from './dns/record.ts';
import { writeMessage } from './dns/write-message.ts';
import { type MulticastNetwork, type NetworkListener, openMulticastNetwork } from './multicast-network.ts';
import { stationeryService } from './service-records.ts';

export interface FoundStation {
  name: string;
  host: string;
  addresses: string[];
  port: number;
  serial: string | undefined;
  version: string | undefined;
}

/** Queries are repeated, because packets may be lost and some devices sleep. */
const askEveryMs = 1_000;

/** Searches all networks of this machine for stations until `timeoutMs` has passed. */
export async function findStations(parts: {
  timeoutMs: number;
  clock: Clock;
  log: Logger;
  signal?: AbortSignal;
  openNetwork?: (listener: NetworkListener) => MulticastNetwork;
}): Promise<FoundStation[]> {
  const { clock, log, timeoutMs, signal } = parts;
  const { openNetwork = (listener) => openMulticastNetwork(listener, { clock, log }) } = parts;
  const heard = new Map<string, DnsRecord>();
  const ask = (unicast: boolean) => {
    const questions = missing([...heard.values()]).map(([name, type]) => ({ name, type, unicast }));
    for (const link of network.links) void network.send(link, writeMessage({ ...emptyMessage, questions }));
  };
  const network = openNetwork({
    // Ask for unicast responses first. They come at once; a multicast response may take a second.
    onChange: () => ask(true),
    onMessage(bytes) {
      const message = readMessage(bytes);
      if (!message?.response) return;
      for (const record of [...message.answers, ...message.additionals]) {
        if (record.ttlSeconds > 0) heard.set(recordKey(record), record);
        else heard.delete(recordKey(record));
      }
    },
  });
  try {
    for (let leftMs = timeoutMs; leftMs > 0; leftMs -= askEveryMs) {
      // Then ask for multicast responses, because a different program on this machine may receive the unicast ones.
      if (leftMs < timeoutMs) ask(false);
      // If aborted, return the stations found so far.
      await sleep(clock, Math.min(leftMs, askEveryMs), signal).catch(() => undefined);
      if (signal?.aborted) break;
    }
  } finally {
    await network.close();
  }
  return stationsIn([...heard.values()]);
}

export function stationsIn(records: readonly DnsRecord[]): FoundStation[] {
  return servicesIn(records)
    .flatMap((service) => {
      const [where] = dataOf(records, service, 'SRV');
      if (where === undefined) return [];
      const [{ texts } = { texts: [] }] = dataOf(records, service, 'TXT');
      const value = (key: string) => texts.find((text) => text.startsWith(`${key}=`))?.slice(key.length + 1);
      return [
        {
          name: service[0] ?? '',
          host: where.target.join('.'),
          addresses: dataOf(records, where.target, 'A').map(({ address }) => address),
          port: where.port,
          serial: value('serial'),
          version: value('version'),
        },
      ];
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

function missing(records: readonly DnsRecord[]): [Name, number][] {
  return [
    [stationeryService, typeCodes.PTR],
    ...servicesIn(records).flatMap((service): [Name, number][] => {
      const [where] = dataOf(records, service, 'SRV');
      if (where === undefined) return [[service, typeCodes.ANY]];
      return dataOf(records, where.target, 'A').length === 0 ? [[where.target, typeCodes.A]] : [];
    }),
  ];
}

function servicesIn(records: readonly DnsRecord[]): Name[] {
  const named = dataOf(records, stationeryService, 'PTR').map(({ target }) => target);
  return [...new Map(named.map((name) => [nameKey(name), name])).values()];
}

function dataOf<T extends RecordData['type']>(records: readonly DnsRecord[], name: Name, type: T) {
  return records
    .filter((record) => sameName(record.name, name))
    .map(({ data }) => data)
    .filter((data): data is Extract<RecordData, { type: T }> => data.type === type);
}
