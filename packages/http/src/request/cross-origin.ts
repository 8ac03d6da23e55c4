import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@stationery/core';

/**
 * Refuses pages of other sites unless their origin is allowed in the settings. Before they send JSON, browsers
 * ask with a preflight, which is denied; simple requests have no preflight and are refused here. Over plain
 * HTTP, browsers send `Sec-Fetch-Site` only to this machine itself, but `Origin` everywhere.
 */
export function crossOriginPolicy(allowedOrigins: readonly string[]) {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  const isAllowed = (headers: IncomingHttpHeaders) => allowed.has((headers.origin ?? '').toLowerCase());
  return {
    check(headers: IncomingHttpHeaders): void {
      const embedded = headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate';
      if ((!embedded && isOwnOrigin(headers)) || isAllowed(headers)) return;
      throw new AppError(
        'cross-site-request',
        'Pages of other sites may not use this service, unless their origin is allowed with --cors-origins.',
      );
    },
    headers(headers: IncomingHttpHeaders): Record<string, string> {
      // With several allowed origins, caches must not mix up responses.
      const vary = allowed.size === 0 ? 'Accept' : 'Accept, Origin';
      return isAllowed(headers) && headers.origin !== undefined
        ? {
            vary,
            'access-control-allow-origin': headers.origin,
            'access-control-expose-headers':
              'Allow, Content-Disposition, Content-Location, Content-Range, Error-Code, ETag, Location, Preference-Applied, Refusal, Retry-After, Stop-Notice, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset',
          }
        : { vary };
    },
    preflight(headers: IncomingHttpHeaders): Record<string, string> | undefined {
      if (headers['access-control-request-method'] === undefined || !isAllowed(headers)) return undefined;
      return {
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Range, Tus-Resumable, Upload-Length, Upload-Metadata, Upload-Offset',
        'access-control-max-age': '600',
      };
    },
  };
}

/** Whether the page is from this host. Requests without an origin do not come from a page. */
function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  // Use the page's scheme, because a proxy may have terminated TLS.
  const asked = `${new URL(origin).protocol}//${host}`;
  return URL.canParse(asked) && new URL(asked).host === new URL(origin).host;
}
