import { Type } from 'typebox';
import { json } from '../media-types.ts';
import { defineRoute } from '../route.ts';

export const getStationDescription = defineRoute({
  operationId: 'getStationDescription',
  method: 'GET',
  path: '/api/v1/openapi.json',
  group: 'Description',
  summary: 'This description, in OpenAPI 3.1',
  answer: { status: 200, description: 'The description', mediaType: json, schema: Type.Unknown() },
  errors: {},
});

export const getStationDocs = defineRoute({
  operationId: 'getStationDocs',
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
