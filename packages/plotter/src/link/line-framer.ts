const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;

/** An invalid byte: noise on the wire, or a lost line end. */
const noise = '\uFFFD';

/** The content of a line with noise is unreliable. */
export function isGarbled(line: string): boolean {
  return line.includes(noise);
}

interface LineFramerOptions {
  /** A longer line is noise, or comes from a device that lost its line ends. */
  maxLineBytes?: number;
}

/**
 * CR, LF and CRLF end a line; empty lines are ignored. Removes noise around a line, which starting boards often send;
 * marks noise inside (`isGarbled`), because the lost byte may have been a line end.
 */
export class LineFramer {
  readonly #kept: Buffer;
  #bufferedBytes = 0;
  #overlong = false;

  constructor({ maxLineBytes = 4096 }: LineFramerOptions = {}) {
    this.#kept = Buffer.allocUnsafe(maxLineBytes);
  }

  push(chunk: Uint8Array, onLine: (line: string) => void): void {
    const bytes = Buffer.isBuffer(chunk)
      ? chunk
      : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte !== LF && byte !== CR) continue;
      const line = this.#finish(bytes, start, at);
      start = at + 1;
      if (line !== '') onLine(line);
    }
    if (start < bytes.length) this.#keep(bytes, start, bytes.length);
  }

  /** The next bytes come from a new opening of the port. */
  reset(): void {
    this.#bufferedBytes = 0;
    this.#overlong = false;
  }

  #finish(bytes: Buffer, start: number, end: number): string {
    if (this.#bufferedBytes === 0 && !this.#overlong && end - start <= this.#kept.length)
      return this.#read(bytes, start, end);
    this.#keep(bytes, start, end);
    const line = this.#overlong ? '' : this.#read(this.#kept, 0, this.#bufferedBytes);
    this.#bufferedBytes = 0;
    this.#overlong = false;
    return line;
  }

  #keep(bytes: Buffer, start: number, end: number): void {
    const count = end - start;
    if (this.#overlong || this.#bufferedBytes + count > this.#kept.length) {
      this.#bufferedBytes = 0;
      this.#overlong = true;
      return;
    }
    bytes.copy(this.#kept, this.#bufferedBytes, start, end);
    this.#bufferedBytes += count;
  }

  #read(bytes: Buffer, from: number, to: number): string {
    let start = from;
    let end = to;
    while (start < end && cannotBegin(bytes[start]!)) start++;
    while (end > start && cannotEnd(bytes[end - 1]!)) end--;
    let clean = true;
    for (let at = start; clean && at < end; at++) clean = !isControl(bytes[at]!) && bytes[at]! < 0x80;
    if (clean) return bytes.toString('latin1', start, end);
    return bytes.toString('utf8', start, end).replace(/[\x00-\x08\x0a-\x1f\x7f]/g, noise);
  }
}

const isControl = (byte: number) => (byte < SPACE && byte !== TAB) || byte === 0x7f;
/** Whether no UTF-8 character begins with this byte. */
const cannotBegin = (byte: number) =>
  isControl(byte) || (byte >= 0x80 && byte < 0xc2) || (byte >= 0xf5 && byte <= 0xff);
const cannotEnd = (byte: number) => isControl(byte) || byte === SPACE || byte === TAB || byte >= 0xf5;
