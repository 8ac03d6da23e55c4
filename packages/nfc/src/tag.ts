/** A tag as the air interface shows it (ISO 14443-3 type A). */
export interface Tag {
  readonly uid: Uint8Array;
  readonly sak: number;
  readonly atqa?: number;
}

export type TagModel = 'mifare' | 'mifare_classic';

/** Bit 0x08 of SAK marks a Classic. The length of the UID says nothing: there are Classics with 7 bytes. */
export function tagModel(tag: Tag): TagModel {
  return (tag.sak & 0x08) !== 0 ? 'mifare_classic' : 'mifare';
}

/** `0x` and every byte of the UID in upper-case hex, leading zeros kept. */
export function tagSerial(tag: Tag): string {
  return `0x${Buffer.from(tag.uid).toString('hex').toUpperCase()}`;
}

/** UIDs have 4, 7 or 10 bytes; anything else is not a UID. */
export function parseTagSerial(serial: string): Uint8Array | undefined {
  return /^0x(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})$/i.test(serial)
    ? Buffer.from(serial.slice(2), 'hex')
    : undefined;
}

/** Four bytes that begin with 0x08 are generated again at every tap (ISO 14443-3): they identify nothing. */
export function hasRandomUid(tag: Tag): boolean {
  return tag.uid.length === 4 && tag.uid[0] === 0x08;
}

export function sameTag(a: Tag, b: Tag): boolean {
  return Buffer.compare(a.uid, b.uid) === 0;
}
