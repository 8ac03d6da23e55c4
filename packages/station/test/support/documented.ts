import { ErrorDocument, mediaTypes, stationCommonErrors, stationRoutes } from '@stationery/contract';
import { documentedBy } from '@stationery/http/testing';

export { expectValid } from '@stationery/http/testing';

/** Holds an answer of the station to what the description says of its operation. */
export const { routeOf, expectDocumented } = documentedBy({
  routes: Object.values(stationRoutes),
  commonErrors: stationCommonErrors,
  error: {
    mediaType: mediaTypes.jsonApi,
    schema: ErrorDocument,
    like: (status) => ({ errors: [{ id: status, status }] }),
  },
});
