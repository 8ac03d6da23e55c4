/** Host name of every station, in addition to its nickname. */
export const commonHostName = 'station';

const longest = 63;

/** RFC 1123: “Café Küche 2” is `cafe-kuche-2`. Undefined if nothing valid is left. */
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
