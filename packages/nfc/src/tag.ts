/** A type A tag (ISO 14443-3). */
export interface Tag {
  readonly uid: Uint8Array;
  readonly sak: number;
  readonly atqa?: number;
}

export type TagModel = 'mifare' | 'mifare_classic';

/**
 * Returns the model. Bit 0x08 of SAK marks a Classic. The UID length does not, because some Classics have 7
 * bytes.
 */
export function tagModel(tag: Tag): TagModel {
  return (tag.sak & 0x08) !== 0 ? 'mifare_classic' : 'mifare';
}

/** Returns `0x` and all bytes of the UID in upper-case hex, with leading zeros. */
export function tagSerial(tag: Tag): string {
  return `0x${Buffer.from(tag.uid).toString('hex').toUpperCase()}`;
}

/** Parses a UID of 4, 7 or 10 bytes. */
export function parseTagSerial(serial: string): Uint8Array | undefined {
  return /^0x(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})$/i.test(serial)
    ? Buffer.from(serial.slice(2), 'hex')
    : undefined;
}

/** Whether the UID is random at every tap, as are all UIDs of four bytes that begin with 0x08 (ISO 14443-3). */
export function hasRandomUid(tag: Tag): boolean {
  return tag.uid.length === 4 && tag.uid[0] === 0x08;
}

export function sameTag(a: Tag, b: Tag): boolean {
  return Buffer.compare(a.uid, b.uid) === 0;
}
