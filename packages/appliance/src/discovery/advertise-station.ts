import { isIPv4 } from 'node:net';
import type { Clock, Logger } from '@stationery/core';
import { Advertiser } from './advertiser.ts';
import { openMulticastNetwork } from './multicast-network.ts';

/** Advertises the station on the networks it listens on; undefined if none has IPv4. */
export function advertiseStation(parts: {
  listening: { address: string; port: number };
  info: { serial: string; nickname: string; fw_version: string };
  clock: Clock;
  log: Logger;
}): Advertiser | undefined {
  const { listening, info, clock, log } = parts;
  const { address, port } = listening;
  const everywhere = address === '0.0.0.0' || address === '::';
  if (!everywhere && (!isIPv4(address) || address.startsWith('127.'))) return undefined;
  return new Advertiser({
    openNetwork: (listener) =>
      openMulticastNetwork(listener, { ...(everywhere ? {} : { address }), clock, log }),
    identity: info,
    port,
    txt: { serial: info.serial, version: info.fw_version, path: '/', api: '/api/v1' },
    clock,
    log,
  });
}
