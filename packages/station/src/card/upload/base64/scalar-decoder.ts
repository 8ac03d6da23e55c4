/** Base64 characters in order of value (RFC 4648, section 4). */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value in `letterValues` of bytes outside the alphabet; has bits that no base64 value has. */
export const noLetter = 0xff;

/** The base64 value of each byte. */
export const letterValues = new Uint8Array(256).fill(noLetter);
for (const [value, letter] of [...alphabet].entries()) letterValues[letter.charCodeAt(0)] = value;

/**
 * Decodes groups of four base64 characters from `text`, starting at `from`, into `room`. Stops
 * before an invalid group or when `room` is full. Returns the number of characters consumed.
 */
export type DecodeGroups = (text: Uint8Array, from: number, room: Uint8Array) => number;

/** Fallback without SIMD or WebAssembly. */
export const scalarDecoder: DecodeGroups = (text, from, room) => {
  const end = Math.min(text.length, from + Math.floor(room.length / 3) * 4) - 3;
  let at = from;
  let to = 0;
  for (; at < end; at += 4) {
    const a = letterValues[text[at] as number] as number;
    const b = letterValues[text[at + 1] as number] as number;
    const c = letterValues[text[at + 2] as number] as number;
    const d = letterValues[text[at + 3] as number] as number;
    if ((a | b | c | d) > 63) break;
    room[to++] = (a << 2) | (b >> 4);
    room[to++] = (b << 4) | (c >> 2);
    room[to++] = (c << 6) | d;
  }
  return at - from;
};
