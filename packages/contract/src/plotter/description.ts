import { descriptionRoute, docsRoute } from '../common-routes.ts';

export const getPlotterDescription = descriptionRoute('getPlotterDescription', '/api/plotter/openapi.json');
export const getPlotterDocs = docsRoute('getPlotterDocs');
