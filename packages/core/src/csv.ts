/** Starts a CSV file. Without this mark, Excel reads the file in the local character set. */
export const byteOrderMark = '\uFEFF';

/** Quotes a value as in RFC 4180. Escapes values that a spreadsheet would run as a formula. */
export function csvText(value: string): string {
  const harmless = /^[=+\-@\t]/.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
