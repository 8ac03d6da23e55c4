const kinds: readonly string[] = ['underline', 'line-through', 'overline'];

/** Adds the lines of `text-decoration`. Descendants cannot remove those of an ancestor. */
export function withDecorations(around: readonly string[], value: string): readonly string[] {
  const own = value
    .toLowerCase()
    .split(/\s+/, 10)
    .filter((word) => kinds.includes(word));
  return own.length === 0 ? around : [...new Set([...around, ...own])];
}
