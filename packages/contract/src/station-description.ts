import { jsonApi } from './media-types.ts';
import { describeService } from './openapi.ts';
import { codesOf, type RouteErrors } from './route.ts';
import { ErrorDocument, stationRoutes } from './station/index.ts';

/** Errors that every operation of the station can return. */
export const stationCommonErrors: RouteErrors = {
  400: [
    'The request is malformed, or has an unknown query parameter',
    'malformed-request',
    'unknown-parameter',
    'invalid-parameter',
  ],
  401: ['The access token is missing or wrong', 'unauthorized'],
  403: ['The request comes from a page of a different site', 'cross-site-request'],
  421: ['Unknown host name', 'wrong-host'],
  500: ['Something unexpected', 'unexpected-error'],
  503: ['The service is stopping', 'service-stopping'],
};

export const stationErrorCodes = () => codesOf(Object.values(stationRoutes), stationCommonErrors);

export function describeStation(version: string): Record<string, unknown> {
  return describeService({
    title: 'Stationery base station',
    version,
    description:
      'Identifies the station, manages the files on its card, adds tags, binds tags to files and updates the firmware. The format is JSON:API; responses are `application/vnd.api+json`. Every refusal has a code in the header field `Error-Code`.',
    servers: [
      { url: '/', description: 'The station that serves this description' },
      { url: 'http://station.local', description: 'A station in the same network' },
      { url: 'https://station.local', description: 'The same with TLS; its certificate is self-signed' },
    ],
    routes: Object.values(stationRoutes),
    error: { schema: ErrorDocument, mediaType: jsonApi },
    commonErrors: stationCommonErrors,
  });
}
