import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { describeService } from './openapi.ts';
import { defineRoute, refusalsOf } from './route.ts';

const Named = Type.Object({ a: Type.String() }, { $id: 'Named' });
const read = defineRoute({
  operationId: 'read',
  method: 'GET',
  path: '/things/{id}',
  group: 'Things',
  summary: 'A thing',
  params: Type.Object({ id: Type.Integer() }),
  query: Type.Object({ fast: Type.Optional(Type.String()) }),
  answer: {
    status: 200,
    description: 'It',
    mediaType: 'application/vnd.api+json',
    schema: Type.Object({ data: Type.Array(Named) }),
    also: { 304: 'As before' },
  },
  errors: { 404: 'None' },
});
const write = defineRoute({
  operationId: 'write',
  method: 'PUT',
  path: '/things/{id}',
  group: 'Things',
  summary: 'Change a thing',
  body: { mediaTypes: ['application/json'], mode: 'json', schema: Named },
  answer: { status: 204, description: 'Done' },
  errors: { 413: 'Too large for a thing' },
});

describe('the description of a route table', () => {
  const document = describeService({
    title: 'T',
    version: '1',
    description: 'D',
    routes: [read, write],
    error: { schema: Type.Object({}, { $id: 'Errors' }), mediaType: 'application/problem+json' },
    commonErrors: { 400: 'Bad' },
  }) as { paths: Record<string, Record<string, Record<string, unknown>>>; components: { schemas: object } };
  const operations = document.paths['/things/{id}'];

  it('gathers the methods of a path, and names schemas once', () => {
    expect(Object.keys(operations ?? {})).toEqual(['get', 'put']);
    expect(Object.keys(document.components.schemas)).toEqual(['Errors', 'Named']);
    expect(JSON.stringify(document)).not.toContain('$id');
  });

  it('tells parameters, answers and refusals', () => {
    expect(operations?.get).toMatchObject({
      parameters: [
        { name: 'id', in: 'path', required: true },
        { name: 'fast', in: 'query', required: false },
      ],
      responses: {
        200: {
          content: {
            'application/vnd.api+json': {
              schema: { properties: { data: { items: { $ref: '#/components/schemas/Named' } } } },
            },
          },
        },
        304: { description: 'As before' },
        400: { content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Errors' } } } },
      },
    });
    expect(operations?.put).toMatchObject({
      requestBody: { required: true, content: { 'application/json': {} } },
      responses: { 204: { description: 'Done' } },
    });
  });

  it('adds the refusals that come with the kind of body and answer', () => {
    expect(Object.keys(refusalsOf(read, { 400: 'Bad' }))).toEqual(['400', '404', '406']);
    expect(refusalsOf(write, { 400: 'Bad' })).toEqual({
      400: 'Bad',
      408: 'The body came too slowly',
      413: 'Too large for a thing',
      415: 'The body is of another media type',
      507: 'The disk of the service is full',
    });
  });
});
