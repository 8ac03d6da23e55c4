import { jsonApi } from './media-types.ts';
import { describeService } from './openapi.ts';
import { ErrorDocument, stationRoutes } from './station/index.ts';

/** What any operation of the station can refuse with. */
export const stationCommonErrors = {
  400: 'A request that cannot be understood, or a query parameter that does not exist',
  401: 'A token was set and the request does not carry it',
  403: 'The request comes from a page of another site',
  421: 'The host name is not one of this machine',
  500: 'Something unexpected',
};

export function describeStation(version: string): Record<string, unknown> {
  return describeService({
    title: 'Stationery base station',
    version,
    description:
      'Tells who the station is, manages the files on its card, learns tags, binds tags to files and updates the firmware. JSON:API in form; responses are `application/vnd.api+json`.',
    routes: Object.values(stationRoutes),
    error: { schema: ErrorDocument, mediaType: jsonApi },
    commonErrors: stationCommonErrors,
  });
}
