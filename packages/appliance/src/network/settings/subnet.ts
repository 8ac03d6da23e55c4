import { SettingError } from '@stationery/core';

export interface Subnet {
  readonly address: string;
  readonly prefix: number;
  readonly netmask: string;
  readonly broadcast: string;
  readonly firstClient: string;
  readonly lastClient: string;
}

const privateRanges = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const;
const maxClients = 200;

/** Parses a private address of the station, such as `10.55.0.1/24`, whose subnet has room for clients. */
export function readSubnet(text: string): Subnet {
  const [, address = '', prefixText = ''] = /^(\d{1,3}(?:\.\d{1,3}){3})\/(\d{1,2})$/.exec(text) ?? [];
  const own = toNumber(address);
  const prefix = Number(prefixText);
  if (own === undefined || prefixText === '') {
    throw new SettingError(`must be an address with its prefix, such as 10.55.0.1/24, not “${text}”`);
  }
  if (!privateRanges.some(([range, bits]) => prefix >= bits && start(own, bits) === toNumber(range))) {
    throw new SettingError(
      `must be in a private range (10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16), not “${text}”`,
    );
  }
  if (prefix < 16 || prefix > 28) {
    throw new SettingError(
      `must have a prefix from /16 to /28, so that clients have addresses, not “${text}”`,
    );
  }
  const first = start(own, prefix) + 1;
  const last = start(own, prefix) + 2 ** (32 - prefix) - 2;
  if (own < first || own > last) {
    throw new SettingError(
      `must be an address of a machine, not the first or last of its network: “${text}”`,
    );
  }
  // Clients get the larger range above or below the station's address.
  const above = last - own >= own - first;
  const firstClient = above ? own + 1 : Math.max(first, own - maxClients);
  const lastClient = above ? Math.min(last, own + maxClients) : own - 1;
  return {
    address: toText(own),
    prefix,
    netmask: toText(2 ** 32 - 2 ** (32 - prefix)),
    broadcast: toText(last + 1),
    firstClient: toText(firstClient),
    lastClient: toText(lastClient),
  };
}

function start(address: number, prefix: number): number {
  const size = 2 ** (32 - prefix);
  return Math.floor(address / size) * size;
}

function toNumber(address: string): number | undefined {
  const parts = address.split('.').map(Number);
  if (parts.length !== 4 || parts.some((part) => !(part <= 255))) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');
}
