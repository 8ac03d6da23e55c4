const kinds: readonly string[] = ['underline', 'line-through', 'overline'];

/** With the words of `text-decoration` that make a line. Those of an element hold for all that is in it, whatever that says. */
export function withDecorations(around: readonly string[], value: string): readonly string[] {
  const own = value
    .toLowerCase()
    .split(/\s+/, 10)
    .filter((word) => kinds.includes(word));
  return own.length === 0 ? around : [...new Set([...around, ...own])];
}
