import { nameField, type ReaderState, readerStatesBytes, readerStatesReply } from './reader-states.ts';
import { PcscProtocolError, type Reply } from './reply.ts';
import { putUint32, uint32At, uint32s } from './uint32.ts';

/**
 * A request to pcscd (pcsc-lite) over its socket. A header of two uint32s has the length of the structure and
 * the command; the structure follows. Most answers are the same structure with a result code at its end.
 */
export interface Request<T> {
  readonly bytes: Uint8Array;
  readonly reply: Reply<T>;
}

const command = {
  establishContext: 0x01,
  releaseContext: 0x02,
  connect: 0x04,
  disconnect: 0x06,
  transmit: 0x09,
  version: 0x11,
  getReaderStates: 0x12,
  waitForChange: 0x13,
} as const;

export class PcscResultError extends Error {
  override readonly name = 'PcscResultError';
  readonly code: number;

  constructor(what: string, code: number) {
    super(
      `${what}: ${resultNames.get(code) ?? 'failed'} (0x${code.toString(16).padStart(8, '0').toUpperCase()})`,
    );
    this.code = code;
  }
}

export const serviceStoppedCode = 0x8010001e;
const resultNames = new Map([
  [0x80100009, 'no such reader'],
  [0x8010000b, 'another program is using the card'],
  [0x8010000c, 'no card'],
  [0x80100017, 'the reader cannot be used'],
  [serviceStoppedCode, 'the service refuses the protocol version'],
  [0x80100066, 'the card does not respond'],
  [0x80100067, 'the card has no power'],
  [0x80100069, 'the card was removed'],
  [0x8010006a, 'not allowed'],
]);

const systemScope = 2;
/** Accepts T=0 or T=1, whichever the card supports. */
const anyProtocol = 3;
const sendHeaderBytes = 16;
/** The longest answer to a short command, plus some headroom. */
const maxAnswerBytes = 264;

export interface Version {
  readonly major: number;
  readonly minor: number;
}

export function versionRequest({ major, minor }: Version): Request<Version & { code: number }> {
  return request(command.version, uint32s(major, minor, 0), {
    headBytes: 12,
    decode: (head) => ({ major: uint32At(head, 0), minor: uint32At(head, 4), code: uint32At(head, 8) }),
  });
}

export function establishContext(): Request<number> {
  return request(command.establishContext, uint32s(systemScope, 0, 0), {
    headBytes: 12,
    decode(head) {
      checkResult('establishing a context', head);
      return uint32At(head, 4);
    },
  });
}

export function releaseContext(context: number): Request<void> {
  return request(command.releaseContext, uint32s(context, 0), {
    headBytes: 8,
    decode: (head) => checkResult('releasing the context', head),
  });
}

export function getReaderStates(): Request<ReaderState[]> {
  return request(command.getReaderStates, uint32s(), readerStatesReply);
}

/** Waits for one change. Ignores the reader list in the answer: since 2.5 it may contain a `changeReply`. */
export function waitForChange(): Request<void> {
  return request(command.waitForChange, uint32s(), { headBytes: readerStatesBytes, decode: () => undefined });
}

export const changeReply: Reply<void> = { headBytes: 8, decode: () => undefined };

export interface CardHandle {
  readonly card: number;
  readonly protocol: number;
}

export function connectCard(context: number, reader: string, shareMode: number): Request<CardHandle> {
  const body = Buffer.concat([uint32s(context), nameField(reader), uint32s(shareMode, anyProtocol, 0, 0, 0)]);
  return request(command.connect, body, {
    headBytes: body.length,
    decode(head) {
      checkResult('connecting to the card', head);
      return { card: uint32At(head, 140), protocol: uint32At(head, 144) };
    },
  });
}

export function transmit({ card, protocol }: CardHandle, data: Uint8Array): Request<Uint8Array> {
  const header = uint32s(
    card,
    protocol,
    sendHeaderBytes,
    data.length,
    protocol,
    sendHeaderBytes,
    maxAnswerBytes,
    0,
  );
  // The length in the request header does not include the data, which follow the structure. The answer has
  // the same layout.
  const { bytes, reply } = request<Uint8Array>(command.transmit, header, {
    headBytes: header.length,
    bodyBytes(head) {
      if (resultOf(head) !== 0) return 0;
      const length = uint32At(head, 24);
      if (length > maxAnswerBytes) throw new PcscProtocolError(`a card answered ${length} bytes`);
      return length;
    },
    decode(head, body) {
      checkResult('sending to the card', head);
      return Uint8Array.from(body);
    },
  });
  return { bytes: Buffer.concat([bytes, data]), reply };
}

export function disconnectCard(card: number, disposition: number): Request<void> {
  return request(command.disconnect, uint32s(card, disposition, 0), {
    headBytes: 12,
    decode: (head) => checkResult('disconnecting from the card', head),
  });
}

function request<T>(number: number, body: Uint8Array, reply: Reply<T>): Request<T> {
  const bytes = new Uint8Array(8 + body.length);
  putUint32(bytes, 0, body.length);
  putUint32(bytes, 4, number);
  bytes.set(body, 8);
  return { bytes, reply };
}

function resultOf(head: Uint8Array): number {
  return uint32At(head, head.length - 4);
}

function checkResult(what: string, head: Uint8Array): void {
  const code = resultOf(head);
  if (code !== 0) throw new PcscResultError(what, code);
}
