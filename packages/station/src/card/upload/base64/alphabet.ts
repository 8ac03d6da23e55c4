/** The letters of base64 in the order of their values (RFC 4648, section 4). */
export const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** In `letterValues`, for every byte that is not a letter; has bits that no value has. */
export const noLetter = 0xff;

/** The value of each of the 256 bytes as a letter. */
export const letterValues = new Uint8Array(256).fill(noLetter);
for (const [value, letter] of [...alphabet].entries()) letterValues[letter.charCodeAt(0)] = value;
