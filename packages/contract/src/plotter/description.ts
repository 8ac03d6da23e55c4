import { descriptionRoute, docsRoute, problemPageRoute } from '../common-routes.ts';
import { defineRoutes } from '../route.ts';

export const descriptionRoutes = defineRoutes('API documentation', {
  getPlotterDescription: descriptionRoute('/api/plotter/openapi.json'),
  getPlotterDocs: docsRoute(),
  getProblemPage: problemPageRoute,
});
