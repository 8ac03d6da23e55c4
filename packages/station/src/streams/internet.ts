import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';

export interface Internet {
  isWired(): boolean;
  isAllowed(address: string): boolean;
}

export const machineInternet: Internet = { isWired: () => isWired(), isAllowed: isPublicAddress };

/** Addresses that are not on the internet, from the special-purpose registries of IANA. */
const special = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(address, prefix, 'ipv4');
// IPv6 networks of Teredo, documentation and 6to4.
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  special.addSubnet(address, prefix, 'ipv6');
/** IPv6 addresses outside this network are local, reserved, or contain an IPv4 address. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && !globalUnicast.check(address, family)) return false;
  return !special.check(address, family) && !ownNetworks().check(address, family);
}

function ownNetworks(): BlockList {
  const networks = new BlockList();
  for (const { address, cidr, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    const prefix = Number(cidr?.split('/')[1] ?? 0);
    if (prefix > 0) networks.addSubnet(address, prefix, family === 'IPv4' ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Entries in `/sys/class/net/*` that only interfaces without a cable have. */
const noCable = ['wireless', 'phy80211', 'bridge', 'brport', 'tun_flags'];
const ethernet = '1';

/**
 * Whether a network cable is connected. Returns true on systems other than Linux, which have no list of interfaces.
 */
export function isWired(folder = '/sys/class/net'): boolean {
  if (!existsSync(folder)) return true;
  return readdirSync(folder).some((name) => {
    const has = (mark: string) => existsSync(join(folder, name, mark));
    const value = (mark: string) => {
      try {
        return readFileSync(join(folder, name, mark), 'utf8').trim();
      } catch {
        // The carrier of an interface that is down cannot be read. Count it as not connected.
        return undefined;
      }
    };
    return value('type') === ethernet && value('carrier') === '1' && !noCable.some(has);
  });
}
