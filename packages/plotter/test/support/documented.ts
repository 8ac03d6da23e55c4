import { commonErrors, mediaTypes, Problem, plotterRoutes } from '@stationery/contract';
import { documentedBy } from '@stationery/http/testing';

export { expectValid } from '@stationery/http/testing';

/** Finds the routes under either prefix. */
export const { routeOf, expectDocumented } = documentedBy({
  routes: Object.values(plotterRoutes),
  commonErrors,
  error: {
    mediaType: mediaTypes.problem,
    schema: Problem,
    like: (status, code) => ({ type: `/problems/${code}`, status }),
  },
  canonical: (path) => (path.startsWith('/plotter/') ? `/api${path}` : path),
});
