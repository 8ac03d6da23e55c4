import { type Name, sameName } from './dns/name.ts';
import { type DnsRecord, type RecordData, typeCodes } from './dns/record.ts';

export interface Advertisement {
  instance: string;
  /** Host names without `.local`. The services refer to the first one. */
  hosts: readonly string[];
  port: number;
  txt: Readonly<Record<string, string>>;
}

/** The service that Stationery apps look for. Browsers and third-party programs look for `_http`. */
export const stationeryService: Name = ['_stationery', '_tcp', 'local'];
export const serviceTypes: readonly Name[] = [['_http', '_tcp', 'local'], stationeryService];
const serviceList: Name = ['_services', '_dns-sd', '_udp', 'local'];

export const localHost = (host: string): Name => [host, 'local'];

/** TTLs of RFC 6762, 10: short for records with a host name or address, long for others. */
const hostTtlSeconds = 120;
const otherTtlSeconds = 4500;

export function serviceRecords(
  { instance, hosts, port, txt }: Advertisement,
  addresses: readonly string[],
): DnsRecord[] {
  const unique = (name: Name, ttlSeconds: number, data: RecordData) => ({
    name,
    ttlSeconds,
    unique: true,
    data,
  });
  const shared = (name: Name, target: Name): DnsRecord => ({
    name,
    ttlSeconds: otherTtlSeconds,
    unique: false,
    data: { type: 'PTR', target },
  });
  const [host = ''] = hosts;
  const texts = Object.entries(txt).map(([key, value]) => `${key}=${value}`);
  return [
    ...serviceTypes.flatMap((type) => {
      const service: Name = [instance, ...type];
      return [
        shared(serviceList, type),
        shared(type, service),
        unique(service, hostTtlSeconds, { type: 'SRV', port, target: localHost(host) }),
        unique(service, otherTtlSeconds, { type: 'TXT', texts }),
      ];
    }),
    ...hosts.map(localHost).flatMap((name) => [
      ...addresses.map((address) => unique(name, hostTtlSeconds, { type: 'A', address })),
      // Prevents clients from waiting for a time-out when they ask for an IPv6 address.
      unique(name, hostTtlSeconds, { type: 'NSEC', next: name, types: [typeCodes.A] }),
    ]),
  ];
}

/**
 * Whether the record lists service types. Other hosts offer services of these types too, so never deny their
 * existence.
 */
export const isServiceList = ({ name }: DnsRecord): boolean => sameName(name, serviceList);
