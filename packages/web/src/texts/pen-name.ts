/**
 * A pen or a layer of which the file says only the number is called “Pen 1” by the reader of the file; `numbered` says it in the
 * language of a page.
 */
export function penNameIn(numbered: (digits: string) => string, name: string): string {
  const [, digits] = /^Pen (\d+)$/.exec(name) ?? [];
  return digits === undefined ? name : numbered(digits);
}
