import { isIPv4 } from 'node:net';
import type { Clock, Logger } from '@stationery/core';
import { Advertiser } from './advertiser.ts';
import { openMulticastNetwork } from './multicast-network.ts';

/** Returns undefined if the station listens on no network with IPv4. */
export function advertiseStation({
  listening: { address, port },
  info,
  clock,
  log,
}: {
  listening: { address: string; port: number };
  info: { serial: string; nickname: string; fw_version: string };
  clock: Clock;
  log: Logger;
}): Advertiser | undefined {
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
