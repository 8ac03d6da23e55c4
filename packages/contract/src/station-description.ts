import { jsonApi } from './media-types.ts';
import { describeService } from './openapi.ts';
import { codesOf, type RouteErrors } from './route.ts';
import { ErrorDocument, stationRoutes } from './station/index.ts';

/** What any operation of the station can refuse with. */
export const stationCommonErrors: RouteErrors = {
  400: [
    'A request that cannot be understood, or a query parameter that does not exist',
    'malformed-request',
    'unknown-parameter',
    'invalid-parameter',
  ],
  401: ['A token was set and the request does not carry it', 'unauthorized'],
  403: ['The request comes from a page of another site', 'cross-site-request'],
  421: ['The host name is not one of this machine', 'wrong-host'],
  500: ['Something unexpected', 'unexpected-error'],
  503: ['The service is stopping', 'service-stopping'],
};

/** Every code that the station can send in `Error-Code`. */
export const stationErrorCodes = () => codesOf(Object.values(stationRoutes), stationCommonErrors);

export function describeStation(version: string): Record<string, unknown> {
  return describeService({
    title: 'Stationery base station',
    version,
    description:
      'Tells who the station is, manages the files on its card, learns tags, binds tags to files and updates the firmware. JSON:API in form; responses are `application/vnd.api+json`. Every refusal has a code in the header field `Error-Code`.',
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
