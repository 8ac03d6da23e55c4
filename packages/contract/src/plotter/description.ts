import { Type } from 'typebox';
import { json } from '../media-types.ts';
import { defineRoute } from '../route.ts';

export const getPlotterDescription = defineRoute({
  operationId: 'getPlotterDescription',
  method: 'GET',
  path: '/api/plotter/openapi.json',
  group: 'Description',
  summary: 'This description, in OpenAPI 3.1',
  answer: { status: 200, description: 'The description', mediaType: json, schema: Type.Unknown() },
  errors: {},
});

export const getPlotterDocs = defineRoute({
  operationId: 'getPlotterDocs',
  method: 'GET',
  path: '/api/docs',
  group: 'Description',
  summary: 'This description, as a page to read',
  answer: {
    status: 200,
    description: 'A page',
    mediaType: 'text/html; charset=utf-8',
    schema: Type.String(),
  },
  errors: {},
});
