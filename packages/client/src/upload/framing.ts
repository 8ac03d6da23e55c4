import type { OpenContent } from './content.ts';

/** Derives the base64 alphabet from `btoa`, which is shorter than listing it. */
const digits = Uint8Array.from({ length: 64 }, (_, n) => btoa(String.fromCharCode(n << 2)).charCodeAt(0));
const padding = 61;

/** Encodes chunks of any size as base64 in ASCII. Every output chunk but the last has whole groups. */
export async function* base64(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0);
  for await (const piece of pieces) {
    let bytes = piece;
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
    }
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.slice(whole);
    if (whole > 0) yield encode(bytes.subarray(0, whole));
  }
  if (rest.length > 0) yield encode(rest);
}

function encode(bytes: Uint8Array): Uint8Array {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let at = 0;
  for (let from = 0; from < bytes.length; from += 3) {
    const three = (bytes[from]! << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[at++] = digits[three >> 18]!;
    text[at++] = digits[(three >> 12) & 63]!;
    text[at++] = digits[(three >> 6) & 63]!;
    text[at++] = digits[three & 63]!;
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return text.fill(padding, text.length - missing);
}

/** JSON escapes of bytes up to the backslash; empty for bytes that need none. */
const escapes = [...Array(93).keys()].map((code) => {
  const text = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  return text[1] && new TextEncoder().encode(text);
});

async function* jsonText(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield escaped(piece);
}

function escaped(bytes: Uint8Array): Uint8Array {
  // Longest escape of a byte: \u001f.
  const text = new Uint8Array(bytes.length * 6);
  let at = 0;
  for (const byte of bytes) {
    const changed = escapes[byte];
    if (changed) {
      text.set(changed, at);
      at += changed.length;
    } else text[at++] = byte;
  }
  return text.slice(0, at);
}

export interface UploadBody {
  contentType: string;
  head: string;
  tail: string;
  content: OpenContent;
  encode(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  /** The content is sent without encoding. */
  plain: boolean;
}

export function fileBody(content: OpenContent, filename: string, mediaType: string | undefined): UploadBody {
  const members = { type: 'file', filename, media_type: mediaType, encoding: 'base64', encoded: '' };
  const document = JSON.stringify({ data: members });
  // `encoded` is the last member, so the tail is its closing quote and two braces.
  return {
    contentType: 'application/json',
    head: document.slice(0, -3),
    tail: document.slice(-3),
    content,
    encode: base64,
    plain: false,
  };
}

export function firmwareBody(content: OpenContent, filename: string): UploadBody {
  const boundary = `stationery-${Math.random()}${Math.random()}`;
  const quoted = filename.replace(/["\r\n]/g, encodeURIComponent);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: `--${boundary}\r\nContent-Disposition: form-data; name="update"; filename="${quoted}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    tail: `\r\n--${boundary}--\r\n`,
    content,
    encode: (pieces) => pieces,
    plain: true,
  };
}

export function plainBody(content: OpenContent, contentType: string): UploadBody {
  return { contentType, head: '', tail: '', content, encode: (pieces) => pieces, plain: true };
}

/** The script is escaped while it is read, because it may exceed the length of a string. */
export function scriptBody(content: OpenContent, job: object): UploadBody {
  const document = JSON.stringify({ ...job, script: '' });
  return {
    contentType: 'application/json',
    head: document.slice(0, -2),
    tail: document.slice(-2),
    content,
    encode: jsonText,
    plain: false,
  };
}
