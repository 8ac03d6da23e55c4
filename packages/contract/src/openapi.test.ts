import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { json } from './media-types.ts';
import { describeService } from './openapi.ts';
import { describePlotter } from './plotter-description.ts';
import { defineRoutes, type RouteErrors, refusalsOf } from './route.ts';
import { describeStation } from './station-description.ts';

const Named = Type.Object({ a: Type.String() }, { $id: 'Named' });
const routes = defineRoutes('Things', json, {
  read: {
    call: 'GET /things/{id}',
    summary: 'A thing',
    params: Type.Object({ id: Type.Integer() }),
    query: Type.Object({ fast: Type.Optional(Type.String()) }),
    answer: {
      description: 'It',
      mediaType: 'application/vnd.api+json',
      schema: Type.Object({ data: Type.Array(Named) }),
      also: { 304: 'As before' },
    },
    errors: { 404: ['None', 'unknown-file'] },
  },
  write: {
    call: 'PUT /things/{id}',
    summary: 'Change a thing',
    body: { mediaTypes: ['application/json'], mode: 'json', schema: Named },
    answer: { status: 204, description: 'Done' },
    errors: { 413: ['Too large for a thing', 'file-too-large'] },
  },
});

describe('describeService', () => {
  const document = describeService({
    title: 'T',
    version: '1',
    description: 'D',
    servers: [{ url: '/', description: 'Here' }],
    routes: Object.values(routes),
    error: { schema: Type.Object({}, { $id: 'Errors' }), mediaType: 'application/problem+json' },
    commonErrors: { 400: ['Bad', 'malformed-request'] },
  }) as { paths: Record<string, Record<string, Record<string, unknown>>>; components: { schemas: object } };
  const operations = document.paths['/things/{id}'];

  it('groups the methods of a path and names each schema once', () => {
    expect(Object.keys(operations ?? {})).toEqual(['get', 'put']);
    expect(Object.keys(document.components.schemas)).toEqual(['Errors', 'Named']);
    expect(JSON.stringify(document)).not.toContain('$id');
  });

  it('describes parameters, responses and errors', () => {
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
        400: {
          headers: { 'Error-Code': { schema: { enum: ['malformed-request'] } } },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Errors' } } },
        },
      },
    });
    expect(operations?.put).toMatchObject({
      requestBody: { required: true, content: { 'application/json': {} } },
      responses: { 204: { description: 'Done' } },
    });
  });

  it('adds the errors that the kinds of body and response imply', () => {
    const common: RouteErrors = { 400: ['Bad', 'malformed-request'] };
    expect(Object.keys(refusalsOf(routes.read, common))).toEqual(['400', '404', '406']);
    expect(refusalsOf(routes.write, common)).toEqual({
      400: { description: 'Bad', codes: ['malformed-request'] },
      408: { description: 'The body came too slowly', codes: ['request-too-slow'] },
      413: { description: 'Too large for a thing', codes: ['request-too-large', 'file-too-large'] },
      415: { description: 'The body has an unsupported media type', codes: ['unsupported-media-type'] },
      507: { description: 'The disk of the service is full', codes: ['disk-full'] },
    });
  });
});

describe.each([
  ['station', describeStation('1.0.0')],
  ['plotter', describePlotter('1.0.0')],
])('OpenAPI description of the %s', (_, description) => {
  const { paths, servers } = description as {
    servers: { url: string }[];
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };

  it('has a content type for a response if and only if the response has a body', () => {
    for (const [path, operations] of Object.entries(paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        for (const [status, { content }] of Object.entries(responses)) {
          const hasBody = status !== '204' && status !== '304';
          expect([method, path, status, content !== undefined]).toEqual([method, path, status, hasBody]);
        }
      }
    }
  });

  it('lists the server that served the description first', () => {
    expect(servers[0]?.url).toBe('/');
    for (const { url } of servers) expect(URL.canParse(url, 'http://station.local')).toBe(true);
  });
});
