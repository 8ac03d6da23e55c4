/**
 * A frame (user manual, section 6.2.1). `payload` is the code of the command or answer, followed by its data.
 */
export type Pn532Frame =
  | { kind: 'ack' }
  | { kind: 'nack' }
  /** The chip did not understand the command's syntax. */
  | { kind: 'error' }
  | { kind: 'to-chip'; payload: Uint8Array }
  | { kind: 'from-chip'; payload: Uint8Array };

export const frameIdentifier = { toChip: 0xd4, fromChip: 0xd5, error: 0x7f } as const;

/** The maximum payload: 264 bytes with the command code (section 6.2.1.2). */
export const maxPayloadBytes = 264;
const maxNormalLengthBytes = 255;

export function encodeFrame(frame: Pn532Frame): Uint8Array {
  switch (frame.kind) {
    case 'ack':
      return Uint8Array.of(0x00, 0x00, 0xff, 0x00, 0xff, 0x00);
    case 'nack':
      return Uint8Array.of(0x00, 0x00, 0xff, 0xff, 0x00, 0x00);
    case 'error':
      return encodeBody(Uint8Array.of(frameIdentifier.error));
    case 'to-chip':
      return encodeBody(Uint8Array.of(frameIdentifier.toChip, ...frame.payload));
    case 'from-chip':
      return encodeBody(Uint8Array.of(frameIdentifier.fromChip, ...frame.payload));
  }
}

function encodeBody(body: Uint8Array): Uint8Array {
  if (body.length > maxPayloadBytes + 1) {
    throw new RangeError(`a frame carries at most ${maxPayloadBytes} bytes, not ${body.length - 1}`);
  }
  return Uint8Array.of(0x00, 0x00, 0xff, ...lengthField(body.length), ...body, complement(sum(body)), 0x00);
}

function lengthField(length: number): number[] {
  if (length <= maxNormalLengthBytes) return [length, complement(length)];
  const high = length >> 8;
  const low = length & 0xff;
  return [0xff, 0xff, high, low, complement(high + low)];
}

export function sum(bytes: Uint8Array): number {
  return bytes.reduce((total, byte) => (total + byte) & 0xff, 0);
}

/** Returns the byte that makes the sum zero modulo 256. */
function complement(total: number): number {
  return -total & 0xff;
}
