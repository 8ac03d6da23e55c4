import type { Route } from '@stationery/contract';

/** Records the operations of a table for which the `fetch` was used. */
export function recordingFetch(routes: Record<string, Route>) {
  const used = new Set<string>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input));
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
