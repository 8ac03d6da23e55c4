import { AppError } from '@stationery/core';

/** Fields by which a request is let in or read. Given twice, a proxy and we might each believe another one. */
const single = new Set(['host', 'authorization', 'content-type', 'origin']);

/** `rawHeaders` has names and values in turn, as Node gives them. */
export function checkRepeatedHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!single.has(name)) continue;
    if (seen.has(name)) {
      throw new AppError('malformed-request', `The request has the header field “${name}” more than once.`);
    }
    seen.add(name);
  }
}
