import { descriptionRoute, docsRoute } from '../common-routes.ts';
import { defineRoutes } from '../route.ts';

export const descriptionRoutes = defineRoutes('API documentation', {
  getStationDescription: descriptionRoute('/api/v1/openapi.json'),
  getStationDocs: docsRoute(),
});
