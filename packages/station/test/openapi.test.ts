import { Validator } from '@seriousme/openapi-schema-validator';
import { describeStation, type Route, stationRoutes } from '@stationery/contract';
import { packageVersion } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { expectValid } from './support/documented.ts';
import { startTestStation } from './support/test-station.ts';

const routes: [string, Route][] = Object.entries(stationRoutes);

describe('the OpenAPI description of the station', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(describeStation(packageVersion));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(validator.version).toBe('3.1');
  });

  it('is served as JSON and as a page', async () => {
    const station = await startTestStation();
    const answer = await station.get('/api/v1/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(describeStation(packageVersion))));
    const page = await station.get('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    for (const [, { operationId }] of routes) expect(html).toContain(`id="${operationId}"`);
    const home = await station.get('/', { redirect: 'manual' });
    expect([home.status, home.headers.get('location')]).toEqual([302, '/api/docs']);
  });

  it.each(routes)('has examples that match their schemas: %s', (_, { body, answer }) => {
    if (body?.example !== undefined) expectValid(body.schema, body.example);
    if (answer.example !== undefined) expectValid(answer.schema!, answer.example);
  });

  it('lists every operation', () => {
    const named = routes.map(([, { method, path }]) => `${method} ${path}`);
    expect(named).toEqual(
      expect.arrayContaining([
        'GET /api/v1/settings',
        'PATCH /api/v1/settings',
        'GET /api/v1/sdcard',
        'POST /api/v1/files',
        'DELETE /api/v1/files/{id}',
        'GET /api/v1/tags',
        'PATCH /api/v1/tags/{id}',
        'GET /api/v1/scanner/tags',
        'PATCH /api/v1/firmware',
      ]),
    );
  });
});
