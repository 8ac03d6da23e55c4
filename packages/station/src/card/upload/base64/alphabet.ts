/** Base64 characters in order of value (RFC 4648, section 4). */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value in `letterValues` of bytes outside the alphabet; has bits that no base64 value has. */
export const noLetter = 0xff;

/** The base64 value of each byte. */
export const letterValues = new Uint8Array(256).fill(noLetter);
for (const [value, letter] of [...alphabet].entries()) letterValues[letter.charCodeAt(0)] = value;
