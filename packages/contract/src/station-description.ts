import { commonErrors } from './common-routes.ts';
import { jsonApi } from './media-types.ts';
import { describeService } from './openapi.ts';
import { codesOf } from './route.ts';
import { ErrorDocument, stationRoutes } from './station/index.ts';

export const stationErrorCodes = () => codesOf(Object.values(stationRoutes), commonErrors);

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
    commonErrors,
  });
}
