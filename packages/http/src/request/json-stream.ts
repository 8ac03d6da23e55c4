import { isUtf8 } from 'node:buffer';
import { AppError } from '@stationery/core';

export interface TextSink {
  /** Takes the next piece of the unescaped text: UTF-8, which may end within a character. */
  push(piece: Buffer): void;
  /**
   * Optional shortcut, which saves a search: consumes text up to a quote or backslash at the latest and returns
   * where it stopped.
   */
  pushPlain?(chunk: Buffer, from: number): number;
}

export interface JsonHandler {
  /** Called for every string value. Returns the sink for its text, or undefined to get it through `value`. */
  textSink(pointer: string): TextSink | undefined;
  /** Called with a complete string, number, boolean or null. */
  value(pointer: string, value: unknown): void;
  /** Called when a list or an object begins; needed for empty ones. */
  opened?(pointer: string, kind: 'object' | 'array'): void;
}

type Expecting = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'more' | 'nothing';
/** `pointer`: the container. `at`: the step from there to the current value. */
type Container = { pointer: string } & (
  | { kind: 'object'; at: string; seen: Set<string> }
  | { kind: 'array'; at: number }
);

const quote = 0x22;
const backslash = 0x5c;
const deepest = 32;
/** Together with the depth, limits the memory for member names, which are kept to find duplicates. */
const maxMembers = 1000;
/** Maximum length of a name, a number, or a text that is not streamed. */
const maxTokenBytes = 64 * 1024;
/** Pointers are built for every value, so long names are truncated. No known member has such a name. */
const maxStepLength = 100;
const simpleEscapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
/** Bytes of simple escapes by character code; -1 for other characters. */
const simpleBytes = Int8Array.from(
  { length: 256 },
  (_, code) => simpleEscapes[String.fromCharCode(code)]?.charCodeAt(0) ?? -1,
);
const letterU = 0x75;
/** The character that replaces a lone surrogate. */
const alone = 0xfffd;
/** Values of hex digits by character code; -1 for other characters. */
const hexDigits = Int8Array.from({ length: 256 }, (_, code) =>
  /[0-9a-f]/i.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
);
/** Longest output of one escape: a replaced lone surrogate and a character. */
const maxEscapeBytes = 6;

/**
 * Parses JSON and streams the strings that a handler wants, so that gigabytes take no memory. The size of all
 * other values is limited.
 */
export class JsonStream {
  readonly #handler: JsonHandler;
  readonly #stack: Container[] = [];
  #expecting: Expecting = 'value';
  /** The current token: its raw text, or the sink that consumes it. */
  #token:
    | { kind: 'string' | 'key' | 'word'; raw: Buffer[]; rawBytes: number }
    | { kind: 'sink'; sink: TextSink }
    | undefined;
  /** An incomplete escape, including its backslash. */
  #escape = '';
  /** A high surrogate that waits for the low surrogate in the next escape. */
  #half = '';
  #asideBytes = 0;
  readonly #maxAsideBytes: number;

  /** `maxAsideBytes`: limit for everything that is not streamed, together. */
  constructor(handler: JsonHandler, options: { maxAsideBytes: number }) {
    this.#handler = handler;
    this.#maxAsideBytes = options.maxAsideBytes;
  }

  feed(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#token?.kind === 'sink') {
        at = this.#sinkText(chunk, at, this.#token.sink);
        continue;
      }
      const from = at;
      if (this.#token === undefined) at = this.#structure(chunk, at);
      else if (this.#token.kind === 'word') at = this.#word(chunk, at);
      else at = this.#smallText(chunk, at);
      this.#setAside(at - from);
    }
  }

  end(): void {
    if (this.#token?.kind === 'word') this.#endWord();
    if (this.#token !== undefined || this.#expecting !== 'nothing') malformed();
  }

  #structure(chunk: Buffer, at: number): number {
    const char = chunk[at] as number;
    if (char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09) return at + 1;
    const expecting = this.#expecting;
    const symbol = String.fromCharCode(char);
    if (char === quote && (expecting === 'key' || expecting === 'first-key')) {
      this.#token = { kind: 'key', raw: [], rawBytes: 0 };
    } else if (expecting === 'value' || expecting === 'first-value') {
      if (symbol === ']' && expecting === 'first-value') this.#close('array');
      else return this.#startValue(chunk, at);
    } else if (symbol === '}' && (expecting === 'first-key' || expecting === 'more')) {
      this.#close('object');
    } else if (symbol === ']' && expecting === 'more') {
      this.#close('array');
    } else if (symbol === ':' && expecting === 'colon') {
      this.#expecting = 'value';
    } else if (symbol === ',' && expecting === 'more') {
      const top = this.#stack.at(-1);
      if (top?.kind === 'array') top.at++;
      this.#expecting = top?.kind === 'array' ? 'value' : 'key';
    } else malformed();
    return at + 1;
  }

  #startValue(chunk: Buffer, at: number): number {
    const char = chunk[at] as number;
    if (char === quote) {
      const sink = this.#handler.textSink(this.#pointer());
      this.#token = sink === undefined ? { kind: 'string', raw: [], rawBytes: 0 } : { kind: 'sink', sink };
    } else if (char === 0x7b) {
      this.#open({ kind: 'object', pointer: this.#pointer(), at: '', seen: new Set() }, 'first-key');
    } else if (char === 0x5b) {
      this.#open({ kind: 'array', pointer: this.#pointer(), at: 0 }, 'first-value');
    } else if (/[-0-9tfn]/.test(String.fromCharCode(char))) {
      this.#token = { kind: 'word', raw: [], rawBytes: 0 };
      return at;
    } else malformed();
    return at + 1;
  }

  #open(container: Container, expecting: Expecting): void {
    this.#handler.opened?.(container.pointer, container.kind);
    if (this.#stack.length >= deepest) malformed('The body is nested too deeply.');
    this.#stack.push(container);
    this.#expecting = expecting;
  }

  #close(kind: Container['kind']): void {
    if (this.#stack.pop()?.kind !== kind) malformed();
    this.#valueDone();
  }

  #valueDone(): void {
    this.#token = undefined;
    this.#expecting = this.#stack.length === 0 ? 'nothing' : 'more';
  }

  #word(chunk: Buffer, at: number): number {
    let end = at;
    while (end < chunk.length && /[-+.0-9A-Za-z]/.test(String.fromCharCode(chunk[end] as number))) end++;
    this.#keep(chunk.subarray(at, end));
    if (end < chunk.length) this.#endWord();
    return end;
  }

  #endWord(): void {
    const pointer = this.#pointer();
    const value = parse(this.#takeRaw());
    this.#valueDone();
    this.#handler.value(pointer, value);
  }

  #smallText(chunk: Buffer, at: number): number {
    const end = endOfText(chunk, at, this.#escape === '\\');
    this.#escape = end.escaping ? '\\' : '';
    this.#keep(chunk.subarray(at, end.at));
    if (!end.found) return chunk.length;
    const isKey = this.#token?.kind === 'key';
    const text = parse(`"${this.#takeRaw()}"`) as string;
    if (isKey) this.#key(text);
    else {
      const pointer = this.#pointer();
      this.#valueDone();
      this.#handler.value(pointer, text);
    }
    return end.at + 1;
  }

  #key(key: string): void {
    const top = this.#stack.at(-1);
    if (top?.kind !== 'object') throw malformed();
    if (top.seen.has(key)) malformed(`The member “${key.slice(0, 50)}” is there twice.`);
    if (top.seen.size === maxMembers) tooLarge(`An object in the body may have ${maxMembers} members.`);
    top.seen.add(key);
    top.at = key.slice(0, maxStepLength).replaceAll('~', '~0').replaceAll('/', '~1');
    this.#token = undefined;
    this.#expecting = 'colon';
  }

  #sinkText(chunk: Buffer, from: number, sink: TextSink): number {
    let at = from;
    if (this.#halfIsAlone(chunk[at])) sink.push(this.#lonelyHalf());
    if (this.#escape === '' && this.#half === '') at = sink.pushPlain?.(chunk, at) ?? at;
    if (at === chunk.length) return at;
    const nextQuote = chunk.indexOf(quote, at);
    const nextBackslash = this.#escape === '' ? chunk.indexOf(backslash, at) : at;
    // Common case: pass on a run of plain text without copying.
    const runEnd = nextQuote < 0 ? chunk.length : nextQuote;
    if (nextBackslash < 0 || nextBackslash > runEnd) return this.#endOfRun(chunk, at, nextQuote, sink);

    // The rest of an escape that began in the previous chunk can yield more bytes than it has in this chunk.
    const output = { bytes: Buffer.allocUnsafe(chunk.length - at + maxEscapeBytes), length: 0 };
    while (at < chunk.length) {
      if (this.#escape !== '') {
        const text = this.#unescape(chunk[at++] as number);
        if (text !== '') output.length += output.bytes.write(text, output.length);
        continue;
      }
      if (this.#halfIsAlone(chunk[at])) output.length += this.#lonelyHalf().copy(output.bytes, output.length);
      if (this.#half === '') at = unescapeRun(chunk, at, output);
      if (chunk[at] === quote) {
        sink.push(output.bytes.subarray(0, output.length));
        this.#valueDone();
        return at + 1;
      }
      if (at < chunk.length) {
        this.#escape = '\\';
        at++;
      }
    }
    sink.push(output.bytes.subarray(0, output.length));
    return at;
  }

  #endOfRun(chunk: Buffer, at: number, nextQuote: number, sink: TextSink): number {
    if (nextQuote < 0) {
      sink.push(chunk.subarray(at));
      return chunk.length;
    }
    sink.push(chunk.subarray(at, nextQuote));
    this.#valueDone();
    return nextQuote + 1;
  }

  #unescape(char: number): string {
    const begun = this.#escape + String.fromCharCode(char);
    if (begun.startsWith('\\u')) {
      if (!/^\\u[0-9a-fA-F]{0,4}$/.test(begun)) malformed();
      this.#escape = begun.length < 6 ? begun : '';
      return begun.length < 6
        ? ''
        : this.#joinHalves(String.fromCharCode(Number.parseInt(begun.slice(2), 16)));
    }
    const text = simpleEscapes[begun.slice(1)];
    if (text === undefined) return malformed();
    this.#escape = '';
    return this.#joinHalves(text);
  }

  /** Joins surrogate pairs and replaces lone surrogates. */
  #joinHalves(text: string): string {
    const whole = this.#half + text;
    this.#half = /[\ud800-\udbff]$/.test(whole) ? whole.slice(-1) : '';
    return whole.slice(0, whole.length - this.#half.length);
  }

  #halfIsAlone(next: number | undefined): boolean {
    return this.#half !== '' && this.#escape === '' && next !== backslash;
  }

  #lonelyHalf(): Buffer {
    this.#half = '';
    return Buffer.from('\ufffd');
  }

  #keep(piece: Buffer): void {
    const token = this.#token;
    if (token === undefined || token.kind === 'sink') return;
    token.rawBytes += piece.length;
    if (token.rawBytes > maxTokenBytes) tooLarge(`A value in the body may have ${maxTokenBytes} bytes.`);
    token.raw.push(Buffer.from(piece));
  }

  /** Enforces the total limit. Without it, a body of many members would fill the memory. */
  #setAside(bytes: number): void {
    this.#asideBytes += bytes;
    if (this.#asideBytes > this.#maxAsideBytes) {
      tooLarge(`Besides the content, the body may have ${this.#maxAsideBytes} bytes.`);
    }
  }

  #takeRaw(): string {
    const token = this.#token;
    if (token === undefined || token.kind === 'sink') return '';
    const [first] = token.raw;
    const bytes = token.raw.length === 1 && first !== undefined ? first : Buffer.concat(token.raw);
    return isUtf8(bytes) ? bytes.toString('utf8') : malformed('The body is not UTF-8.');
  }

  #pointer(): string {
    const top = this.#stack.at(-1);
    return top === undefined ? '' : `${top.pointer}/${top.at}`;
  }
}

/**
 * Unescapes up to a quote or an incomplete escape. Works byte by byte, so that the time does not depend on the
 * content.
 */
function unescapeRun(chunk: Buffer, from: number, output: { bytes: Buffer; length: number }): number {
  const { bytes } = output;
  let { length } = output;
  let at = from;
  for (; at < chunk.length; ) {
    const byte = chunk[at] as number;
    if (byte === quote) break;
    if (byte !== backslash) {
      bytes[length++] = byte;
      at++;
      continue;
    }
    const code = escapedCode(chunk, at);
    if (code < 0) break;
    length = writeCharacter(bytes, length, code);
    at += chunk[at + 1] !== letterU ? 2 : code > 0xffff ? 12 : 6;
  }
  output.length = length;
  return at;
}

/** Returns the code of the escaped character; -1 if the escape is not complete in this chunk. */
function escapedCode(chunk: Buffer, at: number): number {
  const kind = chunk[at + 1] ?? 0;
  if (kind !== letterU) return simpleBytes[kind] ?? -1;
  const unit = unitAt(chunk, at + 2);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  if (unit > 0xdbff) return alone;
  if (at + 12 > chunk.length) return -1;
  const isPair = chunk[at + 6] === backslash && chunk[at + 7] === letterU;
  const second = isPair ? unitAt(chunk, at + 8) : 0;
  if (second < 0) return -1;
  const isSecondHalf = second >= 0xdc00 && second <= 0xdfff;
  return isSecondHalf ? 0x10000 + (unit - 0xd800) * 0x400 + (second - 0xdc00) : alone;
}

/** Returns the value of four hexadecimal digits; -1 for anything else. */
function unitAt(chunk: Buffer, at: number): number {
  let unit = 0;
  for (let digit = at; digit < at + 4; digit++) {
    const value = hexDigits[chunk[digit] ?? 0] ?? -1;
    if (value < 0) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}

function writeCharacter(to: Buffer, at: number, code: number): number {
  if (code < 0x80) {
    to[at] = code;
    return at + 1;
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  to[at] = (0xff00 >> (more + 1)) | (code >> (6 * more));
  for (let left = more - 1, next = at + 1; left >= 0; left--, next++)
    to[next] = 0x80 | ((code >> (6 * left)) & 0x3f);
  return at + more + 1;
}

function endOfText(chunk: Buffer, from: number, escaped: boolean) {
  let escaping = escaped;
  for (let at = from; at < chunk.length; at++) {
    if (escaping) escaping = false;
    else if (chunk[at] === backslash) escaping = true;
    else if (chunk[at] === quote) return { found: true, at, escaping: false };
  }
  return { found: false, at: chunk.length, escaping };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return malformed();
  }
}

function tooLarge(why: string): never {
  throw new AppError('request-too-large', why);
}

function malformed(why = 'The body is not JSON.'): never {
  throw new AppError('malformed-request', why, { pointer: '' });
}
