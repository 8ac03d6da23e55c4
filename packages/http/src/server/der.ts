// DER (ITU-T X.690): values as tag, length and content.

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Encodes a value with the context-specific tag `[number]`. */
export const context = (number: number, content: Uint8Array, isConstructed = false) =>
  value((isConstructed ? 0xa0 : 0x80) | number, content);

export const sequence = (...parts: Uint8Array[]) => value(tags.sequence, Buffer.concat(parts));
export const set = (...parts: Uint8Array[]) => value(tags.set, Buffer.concat(parts));
export const octetString = (content: Uint8Array) => value(tags.octetString, content);
export const utf8String = (text: string) => value(tags.utf8String, Buffer.from(text));
export const yes = () => value(tags.boolean, Buffer.of(0xff));

/** Encodes a non-negative integer, given as big-endian bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = Buffer.from(first < 0 ? [0] : bytes.subarray(first));
  return value(tags.integer, (digits[0] ?? 0) < 0x80 ? digits : Buffer.concat([Buffer.of(0), digits]));
}

export const bitString = (content: Uint8Array, unusedBits = 0) =>
  value(tags.bitString, Buffer.concat([Buffer.of(unusedBits), content]));

/** Encodes a dotted identifier, such as “2.5.29.17”. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return value(tags.objectIdentifier, Buffer.from([40 * first + second, ...others].flatMap(inSevens)));
}

/** Encodes a date between 1950 and 2049. */
export function utcTime(date: Date): Buffer {
  const [day = '', time = ''] = date.toISOString().split(/[T.]/);
  return value(tags.utcTime, Buffer.from(`${day.slice(2).replaceAll('-', '')}${time.replaceAll(':', '')}Z`));
}

function value(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

/** Returns base-128 digits; all but the last have the high bit set. */
function inSevens(number: number): number[] {
  const pieces = [number & 0x7f];
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) pieces.unshift(0x80 | (rest & 0x7f));
  return pieces;
}
