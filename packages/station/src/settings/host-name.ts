/** Everybody can find a station by this name, whatever it is called. */
export const commonHostName = 'station';

const longest = 63;

/**
 * A nickname as a host name (RFC 1123): “Café Küche 2” is `cafe-kuche-2`. A nickname in which no letter of a
 * host name is left has none of its own.
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
