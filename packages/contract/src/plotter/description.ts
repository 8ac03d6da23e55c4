import { Type } from 'typebox';
import { descriptionRoute, docsRoute } from '../common-routes.ts';
import { defineRoute } from '../route.ts';

export const getPlotterDescription = descriptionRoute('getPlotterDescription', '/api/plotter/openapi.json');
export const getPlotterDocs = docsRoute('getPlotterDocs');

export const getProblemPage = defineRoute({
  operationId: 'getProblemPage',
  method: 'GET',
  path: '/problems/{code}',
  group: 'API documentation',
  summary: 'What a problem type means and what to do, as a page to read',
  params: Type.Object({
    code: Type.String({ description: 'The end of the problem `type`, such as `port-closed`' }),
  }),
  answer: {
    status: 200,
    description: 'A page',
    mediaType: 'text/html; charset=utf-8',
    schema: Type.String(),
  },
  errors: { 404: ['There is no such problem type', 'unknown-path'] },
});
