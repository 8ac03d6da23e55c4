import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Interface {
  index: number;
  address: string;
  wireless: boolean;
  physical: boolean;
}

/** Returns the MAC address of the first Wi-Fi interface or else of the first physical one. */
export function hardwareSerial(root = '/sys/class/net'): string | undefined {
  const interfaces = listInterfaces(root);
  const chosen = interfaces.find(({ wireless }) => wireless) ?? interfaces.find(({ physical }) => physical);
  return chosen?.address;
}

/** Generates a serial with the “local” bit of MAC addresses set, so that it differs from every real one. */
export function generatedSerial(): string {
  const bytes = randomBytes(6);
  bytes[0] = ((bytes[0] ?? 0) & 0xfc) | 0x02;
  return bytes.toString('hex').toUpperCase();
}

/** Written by “network apply”, which names the network after this serial. */
export const plannedSerialPath = '/etc/stationery/network/serial';

export function plannedSerial(path = plannedSerialPath): string | undefined {
  const text = readText(path);
  return /^[0-9A-F]{12}$/.test(text) ? text : undefined;
}

function listInterfaces(root: string): Interface[] {
  let names: string[];
  try {
    names = readdirSync(root);
  } catch {
    return [];
  }
  return names
    .map((name) => ({
      index: Number(readText(join(root, name, 'ifindex'))),
      // Prefer the permanent address, because the interface's own may be randomised for every scan.
      address: (readText(join(root, name, 'phy80211/macaddress')) || readText(join(root, name, 'address')))
        .replaceAll(':', '')
        .toUpperCase(),
      wireless: existsSync(join(root, name, 'wireless')) || existsSync(join(root, name, 'phy80211')),
      physical: existsSync(join(root, name, 'device')),
    }))
    .filter(({ address }) => /^[0-9A-F]{12}$/.test(address) && address !== '000000000000')
    .sort((a, b) => a.index - b.index);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
