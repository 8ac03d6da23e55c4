import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@stationery/core';

/**
 * A page of another site can do nothing here unless its origin was allowed by hand. Browsers ask before they
 * send JSON elsewhere and get no permission; this refuses what they send without asking.
 */
export function crossOriginPolicy(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const isAllowed = (headers: IncomingHttpHeaders) => allowed.has((headers.origin ?? '').toLowerCase());
  return {
    check(headers: IncomingHttpHeaders): void {
      const fromElsewhere =
        headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate';
      if (!fromElsewhere || isAllowed(headers)) return;
      throw new AppError('request.cross-site', 'Pages of other sites may not use this service.');
    },
    headers(headers: IncomingHttpHeaders): Record<string, string> {
      return isAllowed(headers) && headers.origin !== undefined
        ? {
            'access-control-allow-origin': headers.origin,
            'access-control-expose-headers': 'ETag, Location',
          }
        : {};
    },
    /** The answer to a browser's question beforehand, if this origin may go on. */
    preflight(headers: IncomingHttpHeaders): Record<string, string> | undefined {
      if (headers['access-control-request-method'] === undefined || !isAllowed(headers)) return undefined;
      return {
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, If-None-Match, Last-Event-ID, Prefer, Range',
        'access-control-max-age': '600',
      };
    },
  };
}
