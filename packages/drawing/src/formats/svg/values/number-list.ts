import { NumberScanner } from './number-scanner.ts';

/** Parses numbers separated by spaces or commas, up to the first error, if any. */
export function parseNumberList(text: string): { readonly values: number[]; readonly ok: boolean } {
  const scanner = new NumberScanner();
  scanner.reset(text, 0, text.length);
  const values: number[] = [];
  scanner.skipSpace();
  while (!scanner.atEnd) {
    const value = scanner.number();
    if (!Number.isFinite(value)) return { values, ok: false };
    values.push(value);
    if (scanner.skipComma() && scanner.atEnd) return { values, ok: false };
  }
  return { values, ok: true };
}
