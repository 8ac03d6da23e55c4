import { AppError } from '@stationery/core';

/** Fields that control access or parsing. If repeated, a proxy and this server could use different values. */
const single = new Set(['host', 'authorization', 'content-type', 'origin']);

/** `rawHeaders` has alternating names and values, as in Node. */
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
