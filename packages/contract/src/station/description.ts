import { descriptionRoute, docsRoute } from '../common-routes.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';

export const descriptionRoutes = defineRoutes('API documentation', jsonApi, {
  getStationDescription: descriptionRoute('/api/v1/openapi.json'),
  getStationDocs: docsRoute(),
});
