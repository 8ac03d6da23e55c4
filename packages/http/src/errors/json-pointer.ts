/** Builds a JSON pointer (RFC 6901), escaping member names. */
export function jsonPointer(...names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
