import { type FirmwareError, maxLineChars } from '../../lines/grammar.ts';

export type ReadLine = { kind: 'line'; text: string } | { kind: 'bad'; error: FirmwareError };

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;

/** Empty lines, which may be sent to end a line, are ignored. */
export class LineReader {
  #text = '';
  #length = 0;
  #unreadable = false;

  push(bytes: Uint8Array): ReadLine[] {
    const lines: ReadLine[] = [];
    for (const byte of bytes) {
      if (byte !== lineFeed) this.#take(byte);
      else {
        const line = this.#end();
        if (line !== undefined) lines.push(line);
      }
    }
    return lines;
  }

  reset(): void {
    this.#text = '';
    this.#length = 0;
    this.#unreadable = false;
  }

  #take(byte: number): void {
    if (byte === carriageReturn) return;
    this.#length++;
    if ((byte < 0x20 && byte !== tab) || byte > 0x7e) this.#unreadable = true;
    if (this.#length <= maxLineChars) this.#text += String.fromCharCode(byte);
  }

  #end(): ReadLine | undefined {
    const text = this.#text.trim();
    const [length, unreadable] = [this.#length, this.#unreadable];
    this.reset();
    if (length > maxLineChars) return bad(`more than ${maxLineChars} characters`);
    if (unreadable) return bad('a byte that is not printable ASCII');
    return text === '' ? undefined : { kind: 'line', text };
  }
}

function bad(text: string): ReadLine {
  return { kind: 'bad', error: { code: 'LINE', text } };
}
