/** Returns the extension in lower case; empty if there is none. */
export function endingOf(name: string): string {
  const at = name.lastIndexOf('.');
  const ending = at < 0 ? '' : name.slice(at + 1).toLowerCase();
  return ending.includes('/') ? '' : ending;
}
