import { frameIdentifier, maxPayloadBytes, type Pn532Frame, sum } from './frame.ts';

/** A frame, or bytes that began like a frame but have a wrong checksum. */
export type Parsed = Pn532Frame | { kind: 'corrupt' };

type Step =
  | { step: 'wait' }
  | { step: 'skip'; parsed?: Parsed }
  | { step: 'take'; lengthBytes: number; parsed: Parsed };

const startCode = [0x00, 0xff] as const;

/**
 * Finds frames in a byte stream in chunks of any size, with any bytes in between. After a corrupt frame, continues at
 * its next byte rather than at its claimed end, so that no valid frame is lost.
 */
export class Pn532Parser {
  #pending: Uint8Array = new Uint8Array(0);
  /** Bytes outside of frames. Zeros are not counted, because they pad frames. */
  droppedBytes = 0;

  push(bytes: Uint8Array): Parsed[] {
    this.#pending = Uint8Array.from([...this.#pending, ...bytes]);
    const found: Parsed[] = [];
    for (;;) {
      this.#drop(this.#findStart());
      const next = readFrame(this.#pending);
      if (next.step === 'wait') return found;
      if (next.parsed !== undefined) found.push(next.parsed);
      if (next.step === 'take') this.#pending = this.#pending.subarray(next.lengthBytes);
      else this.#drop(1);
    }
  }

  /** Drops an incomplete frame. */
  reset(): void {
    this.#drop(this.#pending.length);
  }

  #findStart(): number {
    const bytes = this.#pending;
    for (let at = 0; at < bytes.length - 1; at++) {
      if (bytes[at] === startCode[0] && bytes[at + 1] === startCode[1]) return at;
    }
    // A zero at the end may be the first half of a start code.
    return bytes.at(-1) === startCode[0] ? bytes.length - 1 : bytes.length;
  }

  #drop(count: number): void {
    for (const byte of this.#pending.subarray(0, count)) if (byte !== 0x00) this.droppedBytes++;
    this.#pending = this.#pending.subarray(count);
  }
}

/** Parses one frame, which may be incomplete. The bytes begin with a start code. */
function readFrame(bytes: Uint8Array): Step {
  const [, , first, second] = bytes;
  if (first === undefined || second === undefined) return { step: 'wait' };
  if (first === 0x00 && second === 0xff) return { step: 'take', lengthBytes: 4, parsed: { kind: 'ack' } };
  if (first === 0xff && second === 0x00) return { step: 'take', lengthBytes: 4, parsed: { kind: 'nack' } };
  if (first === 0xff && second === 0xff) return readExtended(bytes);
  if (first === 0x00 || ((first + second) & 0xff) !== 0) return { step: 'skip', parsed: { kind: 'corrupt' } };
  return readBody(bytes, 4, first);
}

function readExtended(bytes: Uint8Array): Step {
  const [high, low, check] = bytes.subarray(4);
  if (high === undefined || low === undefined || check === undefined) return { step: 'wait' };
  const length = high * 256 + low;
  const holds = ((high + low + check) & 0xff) === 0 && length > 0 && length <= maxPayloadBytes + 1;
  return holds ? readBody(bytes, 7, length) : { step: 'skip', parsed: { kind: 'corrupt' } };
}

function readBody(bytes: Uint8Array, headerBytes: number, bodyBytes: number): Step {
  const lengthBytes = headerBytes + bodyBytes + 1;
  if (bytes.length < lengthBytes) return { step: 'wait' };
  if (sum(bytes.subarray(headerBytes, lengthBytes)) !== 0) {
    return { step: 'skip', parsed: { kind: 'corrupt' } };
  }
  const parsed = identify(bytes.slice(headerBytes, headerBytes + bodyBytes));
  return { step: 'take', lengthBytes, parsed };
}

function identify(body: Uint8Array): Parsed {
  const payload = body.subarray(1);
  switch (body[0]) {
    case frameIdentifier.toChip:
      return { kind: 'to-chip', payload };
    case frameIdentifier.fromChip:
      return { kind: 'from-chip', payload };
    case frameIdentifier.error:
      return { kind: 'error' };
    default:
      return { kind: 'corrupt' };
  }
}
