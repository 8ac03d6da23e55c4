/** A pen or layer with only a number in the file is named “Pen 1” by the reader; `numbered` translates that. */
export function penNameIn(numbered: (digits: string) => string, name: string): string {
  const [, digits] = /^Pen (\d+)$/.exec(name) ?? [];
  return digits === undefined ? name : numbered(digits);
}
