import type { Route } from '@stationery/contract';

/** A `fetch` that notes which operations of a table it was used for. */
export function recordingFetch(routes: Record<string, Route>) {
  const used = new Set<string>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input));
    const found = Object.values(routes).find(
      ({ method, path }) =>
        method === init?.method && new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
    );
    used.add(found?.operationId ?? `${init?.method} ${pathname}`);
    return globalThis.fetch(input, init);
  };
  return { fetch, used: () => [...used].sort() };
}
