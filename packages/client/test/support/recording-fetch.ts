import type { Route } from '@stationery/contract';

/** A `fetch` that notes which operations of a table it was used for. */
export function recordingFetch(routes: Record<string, Route>) {
  const used = new Set<string>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input));
    // Whatever can be read has this too.
    const asked = init?.method === 'HEAD' ? 'GET' : init?.method;
    const found = Object.values(routes).find(
      ({ method, path }) =>
        method === asked && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    used.add(found?.operationId ?? `${init?.method} ${pathname}`);
    return globalThis.fetch(input, init);
  };
  return { fetch, used: () => [...used].sort() };
}
