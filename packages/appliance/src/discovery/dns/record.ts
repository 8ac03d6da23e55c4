import { type Name, nameKey } from './name.ts';

/** Record types that are parsed and written. Others are kept as bytes. */
export type RecordData =
  | { type: 'A'; address: string }
  | { type: 'PTR'; target: Name }
  | { type: 'TXT'; texts: readonly string[] }
  | { type: 'SRV'; port: number; target: Name }
  /** Lists all types of records that this name has. All other types are thereby denied. */
  | { type: 'NSEC'; next: Name; types: readonly number[] }
  | { type: 'other'; code: number; bytes: Buffer };

export interface DnsRecord {
  name: Name;
  ttlSeconds: number;
  /** Cache-flush bit: the sender claims to be the only owner of records with this name and type. */
  unique: boolean;
  data: RecordData;
}

export const typeCodes = { A: 1, PTR: 12, TXT: 16, AAAA: 28, SRV: 33, NSEC: 47, ANY: 255 } as const;

export const typeCode = (data: RecordData): number =>
  data.type === 'other' ? data.code : typeCodes[data.type];

export function recordKey({ name, data }: DnsRecord): string {
  return `${nameKey(name)} ${typeCode(data)} ${dataBytes(data).toString('latin1')}`;
}

/**
 * Returns the data as bytes. By default names are not compressed, as the comparison of two claims to a name requires.
 */
export function dataBytes(data: RecordData, writeName: (name: Name) => Buffer = plainName): Buffer {
  switch (data.type) {
    case 'A':
      return Buffer.from(data.address.split('.').map(Number));
    case 'PTR':
      return writeName(data.target);
    case 'TXT':
      return Buffer.concat((data.texts.length === 0 ? [''] : data.texts).map(counted));
    case 'SRV': {
      const head = Buffer.alloc(6);
      head.writeUInt16BE(data.port, 4);
      return Buffer.concat([head, writeName(data.target)]);
    }
    case 'NSEC':
      return Buffer.concat([writeName(data.next), typeBitmap(data.types)]);
    case 'other':
      return data.bytes;
  }
}

const plainName = (name: Name): Buffer => Buffer.concat([...name.map(counted), Buffer.of(0)]);

/** Returns the text with its length in the first byte. */
export function counted(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 255) throw new RangeError(`a text of ${bytes.length} bytes has no place in a record`);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

/** Writes only one block of types, because multicast DNS lists only types below 256 (RFC 6762, 6.1). */
function typeBitmap(types: readonly number[]): Buffer {
  const bits = Buffer.alloc(Math.floor(Math.max(...types) / 8) + 1);
  for (const type of types) bits[type >> 3] = (bits[type >> 3] ?? 0) | (0x80 >> (type & 7));
  return Buffer.concat([Buffer.of(0, bits.length), bits]);
}
