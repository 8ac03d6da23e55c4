import { type Name, nameKey, sameName } from './dns/name.ts';
import { type DnsRecord, dataBytes, recordKey, typeCode } from './dns/record.ts';

export function takenNames(
  ours: readonly DnsRecord[],
  theirs: readonly DnsRecord[],
  isOurAddress: (address: string) => boolean,
): Name[] {
  const said = new Set(ours.map(recordKey));
  return theirs
    .filter(
      (record) =>
        record.ttlSeconds > 0 &&
        !said.has(recordKey(record)) &&
        // Not a conflict: a different program on this machine may announce the same address.
        !(record.data.type === 'A' && isOurAddress(record.data.address)) &&
        ours.some((own) => own.unique && sameKind(own, record)),
    )
    .map(({ name }) => name);
}

const sameKind = (one: DnsRecord, other: DnsRecord): boolean =>
  one.data.type !== 'NSEC' && typeCode(one.data) === typeCode(other.data) && sameName(one.name, other.name);

/** The tie-break of RFC 6762, 8.2: the records that sort later win. */
export function mustYield(ours: readonly DnsRecord[], theirs: readonly DnsRecord[]): boolean {
  const names = new Map(theirs.map(({ name }) => [nameKey(name), name]));
  return [...names.values()].some((name) => {
    const own = inOrder(ours.filter((record) => record.unique && sameName(record.name, name)));
    const other = inOrder(theirs.filter((record) => sameName(record.name, name)));
    return own.length > 0 && compareLists(own, other) < 0;
  });
}

const inOrder = (records: readonly DnsRecord[]): Buffer[] =>
  records
    .filter(({ data }) => data.type !== 'NSEC')
    .map(({ data }) =>
      Buffer.concat([Buffer.of(typeCode(data) >> 8, typeCode(data) & 0xff), dataBytes(data)]),
    )
    .sort(Buffer.compare);

function compareLists(one: readonly Buffer[], other: readonly Buffer[]): number {
  for (const [index, bytes] of one.entries()) {
    const against = other[index];
    if (against === undefined) return 1;
    const order = Buffer.compare(bytes, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
