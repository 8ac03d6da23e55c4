import { Validator } from '@seriousme/openapi-schema-validator';
import { describePlotter, plotterRoutes, type Route } from '@stationery/contract';
import { packageVersion } from '@stationery/core';
import { noteCodes } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { expectValid } from './support/documented.ts';
import { startTestPlotter } from './support/test-plotter.ts';

const routes: [string, Route][] = Object.entries(plotterRoutes);
const description = JSON.parse(JSON.stringify(describePlotter(packageVersion))) as {
  paths: Record<string, Record<string, { parameters: { name: string; in: string }[]; responses: object }>>;
};

describe('the OpenAPI description of the plotter', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(describePlotter(packageVersion));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
  });

  it('lists every code of a note about a drawing', () => {
    expect(description).toMatchObject({
      components: { schemas: { DrawingNote: { properties: { code: { enum: noteCodes } } } } },
    });
  });

  it('is served as JSON and as a page', async () => {
    const plotter = await startTestPlotter();
    for (const path of ['/api/plotter/openapi.json', '/plotter/openapi.json']) {
      const answer = await plotter.get(path);
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(await answer.json()).toEqual(description);
    }
    const page = await plotter.get('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    for (const [, { operationId }] of routes) expect(html).toContain(`id="${operationId}"`);
  });

  it('describes status 202 and the header fields of jobs', () => {
    const { parameters, responses } = description.paths['/api/plotter/job']?.post ?? {
      parameters: [],
      responses: {},
    };
    expect(parameters.filter((each) => each.in === 'header').map(({ name }) => name)).toEqual([
      'Prefer',
      'Idempotency-Key',
    ]);
    expect(responses).toMatchObject({
      202: {
        headers: { Location: {} },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } },
      },
    });
  });

  it.each(routes)('has examples that match their schemas: %s', (_, { body, answer }) => {
    if (body?.example !== undefined) expectValid(body.schema, body.example);
    if (answer.example !== undefined) expectValid(answer.schema!, answer.example);
  });

  it('names every operation once', () => {
    const named = routes.map(([, { method, path }]) => `${method} ${path.replace('/api/plotter', '')}`);
    expect(named.toSorted()).toEqual(
      [
        'GET /health',
        'GET /fleet',
        'PATCH /fleet',
        'POST /command',
        'POST /job',
        'GET /status',
        'POST /stop',
        'GET /ports',
        'PUT /port',
        'POST /connect',
        'POST /disconnect',
        'GET /jobs',
        'GET /jobs/{id}',
        'GET /queue',
        'POST /jobs/{id}/move',
        'GET /jobs/{id}/results',
        'GET /jobs/{id}/commands',
        'GET /jobs/{id}/preview',
        'POST /jobs/{id}/pause',
        'POST /jobs/{id}/resume',
        'POST /jobs/{id}/cancel',
        'POST /jobs/{id}/rerun',
        'DELETE /jobs/{id}',
        'POST /check',
        'POST /pens/replaced',
        'POST /plan',
        'GET /pens',
        'PUT /pens',
        'GET /machine',
        'PUT /machine',
        'GET /machines',
        'POST /machines',
        'POST /machines/{id}/choose',
        'DELETE /machines/{id}',
        'GET /drivers',
        'PUT /driver',
        'POST /driver/detect',
        'GET /events',
        'GET /openapi.json',
        'GET /metrics',
        'GET /api/backup',
        'PUT /api/backup',
        'GET /api/phones',
        'PUT /api/phones',
        'DELETE /api/phones',
        'GET /api/docs',
        'GET /problems/{code}',
      ].toSorted(),
    );
    expect(new Set(routes.map(([, { operationId }]) => operationId)).size).toBe(routes.length);
  });
});
