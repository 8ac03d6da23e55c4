import { hostname } from 'node:os';
import { plotterRoutes, type Route } from '@stationery/contract';
import { ask } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { readPlotterConfig } from '../src/index.ts';
import { sharedTestPlotter, startTestPlotter } from './support/test-plotter.ts';

const { getProblemPage, ...guarded } = plotterRoutes;
const routes: Route[] = Object.values(guarded);
const addresses = routes.flatMap(({ method, path }) => {
  const address = path.replace('{id}', '1');
  return address.startsWith('/api/plotter/')
    ? [
        [method, address],
        [method, address.slice('/api'.length)],
      ]
    : [[method, address]];
}) as [string, string][];

describe('PLOTTER_TOKEN', () => {
  const shared = sharedTestPlotter({ env: { PLOTTER_TOKEN: 'open sesame' } });
  const bearer = { authorization: 'Bearer open sesame' };

  it.each([
    ...addresses,
    ['GET', '/api'],
    ['GET', '/plotter'],
    ['GET', '/plotter/'],
    ['GET', '/plotter/nothing'],
    ['GET', '/api/plotter/nothing'],
    ['POST', '/plotter/health'],
    ['OPTIONS', '/plotter/health'],
    ['HEAD', '/plotter/health'],
    ['GET', '/%70lotter/health'],
    ['GET', '/plotte%72/health'],
    ['GET', '/%61pi/plotter/health'],
    ['GET', 'http://localhost/plotter/health'],
    ['GET', '/plotter/%zz'],
    ['GET', `/plotter/jobs/${'9'.repeat(200)}`],
  ])('is required by %s %s', async (method, target) => {
    const plotter = await shared();
    const refused = await ask(plotter.url, { method, target });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.body).not.toContain('sesame');
    const allowed = await ask(plotter.url, { method, target: `${target}?x=1`, headers: bearer });
    expect(allowed.status).not.toBe(401);
  });

  it('is not required to read the description of an error', async () => {
    const plotter = await shared();
    const { type } = JSON.parse((await ask(plotter.url, { target: '/plotter/status' })).body);
    expect(getProblemPage.path.replace('{code}', 'unauthorized')).toBe(type);
    expect((await ask(plotter.url, { target: type })).status).toBe(200);
    expect((await ask(plotter.url, { target: '/problems/nothing' })).status).toBe(404);
  });

  it.each([
    ['Bearer open sesame', 200],
    ['bearer open sesame', 200],
    ['Bearer open', 401],
    ['Basic open sesame', 401],
    ['', 401],
  ])('with “Authorization: %s” is answered with %i', async (authorization, status) => {
    const plotter = await shared();
    for (const path of ['/api/plotter/health', '/plotter/health']) {
      expect((await ask(`${plotter.url}${path}`, { headers: { authorization } })).status).toBe(status);
    }
  });

  it('is off by default', async () => {
    const plotter = await startTestPlotter();
    expect((await plotter.get('/health')).status).toBe(200);
  });
});

describe('the default settings', () => {
  it('listen on loopback, port 3000, and use the virtual plotter at 115200 baud', () => {
    expect(readPlotterConfig({ args: [], env: {} })).toMatchObject({
      host: '127.0.0.1',
      httpPort: 3000,
      serialPath: 'sim:',
      serialBaud: 115_200,
      timeoutMs: 30_000,
      token: undefined,
      corsOrigins: [],
    });
  });
});

describe('the Host check', () => {
  const machine = hostname().toLowerCase();
  const shared = sharedTestPlotter({ env: { PLOTTER_HOST_NAMES: 'plotter.example' } });
  it.each([
    ['localhost', 200],
    ['localhost:3000', 200],
    ['127.0.0.1:3000', 200],
    ['10.0.0.7', 200],
    ['[::1]:3000', 200],
    [machine, 200],
    [`${machine.split('.')[0]}.local:3000`, 200],
    ['plotter.example', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
  ])('answers %s with %i', async (host, status) => {
    const plotter = await shared();
    for (const path of ['/api/plotter/health', '/plotter/health']) {
      expect((await ask(`${plotter.url}${path}`, { headers: { host } })).status).toBe(status);
    }
  });
});

describe('a page of a different site', () => {
  const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
  const shared = sharedTestPlotter();

  it.each(addresses)('cannot use %s %s', async (method, target) => {
    const plotter = await shared();
    const answer = await ask(plotter.url, { method, target, headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('gets no CORS permission', async () => {
    const plotter = await shared();
    const asking = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await ask(`${plotter.url}/plotter/command`, { method: 'OPTIONS', headers: asking });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('may do everything if its origin is allowed, including access to the header fields of jobs', async () => {
    const origin = 'https://app.example';
    const plotter = await startTestPlotter({ env: { PLOTTER_CORS_ORIGINS: origin } });
    const answer = await ask(`${plotter.url}/plotter/job`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    const allowed = answer.headers['access-control-allow-headers']?.toLowerCase().split(', ');
    for (const name of ['authorization', 'content-type', 'prefer', 'idempotency-key'])
      expect(allowed).toContain(name);
  });
});
