import type { Listening } from './listen.ts';

const onlyHere = ['0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'];

/** Returns the URL for other machines; undefined if unknown. */
export function urlForOthers(host: string, { url, port }: Listening, name?: string): string | undefined {
  if (name !== undefined) return `http://${name}.local${port === 80 ? '' : `:${port}`}`;
  return onlyHere.includes(host) ? undefined : url;
}
