import type { Route } from '@stationery/contract';

/** Returns a `fetch` that records the operations of a table for which it was used. */
export function recordingFetch(routes: Record<string, Route>) {
  const used = new Set<string>();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const { pathname } = new URL(String(input));
    // HEAD is the same operation as GET.
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
