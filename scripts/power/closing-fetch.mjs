// Requests that keep no connection: one that is kept may be closed by a slow service just when the next request is sent,
// or lead to another service that has the same port by then.
const keepingFetch = globalThis.fetch;
globalThis.fetch = (url, options = {}) =>
  keepingFetch(url, { ...options, headers: { ...options.headers, connection: 'close' } });
