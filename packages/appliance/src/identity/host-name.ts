/** Host name of every station, in addition to its nickname. */
export const commonHostName = 'station';

const longest = 63;

/**
 * Returns a host name by RFC 1123, such as `cafe-kuche-2` for “Café Küche 2”, or undefined if nothing valid is left.
 */
export function hostNameOf(nickname: string): string | undefined {
  const name = nickname
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '');
  return name === '' ? undefined : name;
}
