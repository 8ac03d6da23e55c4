/**
 * Whether a text has the form that WPA2 requires: one line without control characters, so it can be
 * written into any file.
 */
export const isPassphrase = (text: string) => /^[\x20-\x7e]{8,63}$/.test(text);
