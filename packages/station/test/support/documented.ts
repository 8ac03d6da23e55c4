import { commonErrors, ErrorDocument, mediaTypes, stationRoutes } from '@stationery/contract';
import { documentedBy } from '@stationery/http/testing';

export { expectValid } from '@stationery/http/testing';

/** Checks an answer of the station against the OpenAPI description. */
export const { routeOf, expectDocumented } = documentedBy({
  routes: Object.values(stationRoutes),
  commonErrors,
  error: {
    mediaType: mediaTypes.jsonApi,
    schema: ErrorDocument,
    like: (status) => ({ errors: [{ id: status, status }] }),
  },
});
