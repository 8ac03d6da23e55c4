import { descriptionRoute, docsRoute } from '../common-routes.ts';

export const getStationDescription = descriptionRoute('getStationDescription', '/api/v1/openapi.json');
export const getStationDocs = docsRoute('getStationDocs');
