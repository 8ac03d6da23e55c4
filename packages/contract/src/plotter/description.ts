import { descriptionRoute, docsRoute, problemPageRoute } from '../common-routes.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';

export const descriptionRoutes = defineRoutes('API documentation', json, {
  getPlotterDescription: descriptionRoute('/api/plotter/openapi.json'),
  getPlotterDocs: docsRoute(),
  getProblemPage: problemPageRoute,
});
