import { PcscProtocolError, type Reply } from './reply.ts';
import { uint32At } from './uint32.ts';

export interface ReaderState {
  readonly name: string;
  /** Counts insertions and removals; wraps after 0xFFFF. */
  readonly eventCount: number;
  readonly flags: number;
  readonly atr: Uint8Array;
}

/** Bits of `flags`. The bits of `SCardGetStatusChange` differ; libpcsclite converts them. */
export const readerFlag = { unknown: 0x01, absent: 0x02, present: 0x04, swallowed: 0x08 } as const;

const nameBytes = 128;
const atrBytes = 33;
/** Value of the ATR length while the reader is not ready. */
const atrNotKnown = atrBytes + 1;
const at = { eventCount: 128, flags: 132, atr: 140, atrLength: 176 } as const;
const stateBytes = 184;
/** The service always sends this many entries, most of them without a name. */
const maxReaders = 16;
export const readerStatesBytes = stateBytes * maxReaders;

export const readerStatesReply: Reply<ReaderState[]> = {
  headBytes: readerStatesBytes,
  decode: (head) =>
    Array.from({ length: maxReaders }, (_, index) =>
      head.subarray(index * stateBytes, (index + 1) * stateBytes),
    )
      .filter((bytes) => bytes[0] !== 0)
      .map(decodeState),
};

function decodeState(bytes: Uint8Array): ReaderState {
  const nameLength = bytes.subarray(0, nameBytes).indexOf(0);
  if (nameLength < 0) throw new PcscProtocolError('the name of a reader has no end');
  const eventCount = uint32At(bytes, at.eventCount);
  if (eventCount > 0xffff)
    throw new PcscProtocolError(`a reader reports an impossible number of cards, ${eventCount}`);
  const atrLength = uint32At(bytes, at.atrLength);
  if (atrLength > atrNotKnown) throw new PcscProtocolError(`an ATR has ${atrLength} bytes`);
  return {
    name: Buffer.from(bytes.subarray(0, nameLength)).toString('utf8'),
    eventCount,
    flags: uint32At(bytes, at.flags),
    atr: Uint8Array.from(bytes.subarray(at.atr, at.atr + (atrLength === atrNotKnown ? 0 : atrLength))),
  };
}

/** Encodes a name as a fixed-size, zero-terminated field. */
export function nameField(name: string): Uint8Array {
  const field = new Uint8Array(nameBytes);
  const encoded = Buffer.from(name, 'utf8');
  if (encoded.length >= nameBytes) throw new RangeError('the name of a reader is too long');
  field.set(encoded);
  return field;
}
