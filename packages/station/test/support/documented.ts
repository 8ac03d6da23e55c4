import { commonErrors, ErrorDocument, mediaTypes, stationRoutes } from '@stationery/contract';
import { documentedBy } from '@stationery/http/testing';

export { expectValid } from '@stationery/http/testing';

export const { routeOf, expectDocumented } = documentedBy({
  routes: Object.values(stationRoutes),
  commonErrors,
  error: {
    mediaType: mediaTypes.jsonApi,
    schema: ErrorDocument,
    like: (status) => ({ errors: [{ id: status, status }] }),
  },
});
