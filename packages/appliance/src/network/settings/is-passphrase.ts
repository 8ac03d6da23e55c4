/** Checks the form that WPA2 requires: one line of printable ASCII, which can be written into any file. */
export const isPassphrase = (text: string) => /^[\x20-\x7e]{8,63}$/.test(text);
