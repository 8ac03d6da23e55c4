import { mediaTypes, Problem, plotterCommonErrors, plotterRoutes } from '@stationery/contract';
import { documentedBy } from '@stationery/http/testing';

export { expectValid } from '@stationery/http/testing';

/** Holds an answer of the plotter to what the description says of its operation, under either prefix. */
export const { routeOf, expectDocumented } = documentedBy({
  routes: Object.values(plotterRoutes),
  commonErrors: plotterCommonErrors,
  error: {
    mediaType: mediaTypes.problem,
    schema: Problem,
    like: (status, code) => ({ type: `/problems/${code}`, status }),
  },
  canonical: (path) => (path.startsWith('/plotter/') ? `/api${path}` : path),
});
