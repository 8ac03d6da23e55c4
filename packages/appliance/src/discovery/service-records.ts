import { type Name, sameName } from './dns/name.ts';
import { type DnsRecord, type RecordData, typeCodes } from './dns/record.ts';

/** What the station announces about itself. */
export interface Advertisement {
  instance: string;
  /** Without `.local`; the first is the one that the services name. */
  hosts: readonly string[];
  port: number;
  txt: Readonly<Record<string, string>>;
}

/** What our apps look for; browsers and other people's programs look for `_http`. */
export const stationeryService: Name = ['_stationery', '_tcp', 'local'];
export const serviceTypes: readonly Name[] = [['_http', '_tcp', 'local'], stationeryService];
const serviceList: Name = ['_services', '_dns-sd', '_udp', 'local'];

export const localHost = (host: string): Name => [host, 'local'];

/** RFC 6762, 10: short where a host's name or address is in it, long otherwise. */
const hostTtlSeconds = 120;
const otherTtlSeconds = 4500;

/** Every record of the advertisement, as it is true on the network where the station has these addresses. */
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
      // A client that asks for an address of the other kind would wait for its time-out without this.
      unique(name, hostTtlSeconds, { type: 'NSEC', next: name, types: [typeCodes.A] }),
    ]),
  ];
}

/** Others offer services of these kinds too; it is not for us to say that there are none. */
export const isServiceList = ({ name }: DnsRecord): boolean => sameName(name, serviceList);
