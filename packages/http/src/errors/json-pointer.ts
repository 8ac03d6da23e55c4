/** Where a member lies in a document (RFC 6901). Names may hold any character, also the ones that pointers use. */
export function jsonPointer(...names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
