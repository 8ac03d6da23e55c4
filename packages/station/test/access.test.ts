import { hostname } from 'node:os';
import { type Route, stationRoutes } from '@stationery/contract';
import { ask } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { sharedTestStation, startTestStation, type TestStation } from './support/test-station.ts';

const routes: Route[] = Object.values(stationRoutes);

describe('STATION_TOKEN', () => {
  const shared = sharedTestStation({ env: { STATION_TOKEN: 'open sesame' } });
  const bearer = { authorization: 'Bearer open sesame' };
  const underApi = routes.filter(({ path }) => path.startsWith('/api'));

  it.each([
    ...underApi.map(({ method, path }) => [method, path.replace('{id}', '1')]),
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/v1/settings'],
    ['OPTIONS', '/api/v1/settings'],
    ['HEAD', '/api/v1/settings'],
    ['GET', '/%61pi/v1/settings'],
    ['GET', '/ap%69/v1/settings'],
    ['GET', 'http://localhost/api/v1/settings'],
    ['GET', 'HTTP://LOCALHOST/api/v1/settings'],
    ['GET', '/api/v1/settings?authorization=open'],
    ['GET', '/api/v1/files/%ff/content'],
    ['GET', '/api/%zz'],
    ['DELETE', `/api/v1/files/${'9'.repeat(200)}`],
  ])('is required by %s %s', async (method, target) => {
    const station = await shared();
    const refused = await ask(station.url, { method: method as string, target: target as string });
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(refused.body).not.toContain('sesame');
    const allowed = await ask(station.url, {
      method: method as string,
      target: `${target}?x=1`,
      headers: bearer,
    });
    expect(allowed.status).not.toBe(401);
  });

  it.each([
    ['Bearer open sesame', 200],
    ['bearer open sesame', 200],
    ['Bearer  open sesame', 200],
    ['Bearer open', 401],
    ['Bearer open sesame2', 401],
    ['Bearer', 401],
    ['Basic open sesame', 401],
    ['open sesame', 401],
    ['', 401],
  ])('with “Authorization: %s” is answered with %i', async (authorization, status) => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/settings`, { headers: { authorization } });
    expect(answer.status).toBe(status);
  });

  it('is not required elsewhere', async () => {
    const station = await shared();
    expect((await ask(station.url, { target: '/nothing' })).status).toBe(404);
    expect((await ask(station.url, { method: 'DELETE', target: '/simulator/reader' })).status).toBe(204);
  });

  it('is not required by default', async () => {
    const station = await startTestStation();
    expect((await station.get('/api/v1/settings')).status).toBe(200);
  });
});

describe('the Host check', () => {
  const machine = hostname().toLowerCase();
  const shared = sharedTestStation({ env: { STATION_HOST_NAMES: 'station.example, Other.Example' } });
  it.each([
    ['localhost', 200],
    ['LocalHost', 200],
    ['localhost.', 200],
    ['localhost:8080', 200],
    ['127.0.0.1', 200],
    ['127.0.0.1:80', 200],
    ['192.168.4.1', 200],
    ['8.8.8.8:8080', 200],
    ['[::1]', 200],
    ['[::1]:8443', 200],
    ['[fe80::1]', 200],
    ['[2001:DB8::1]:80', 200],
    [machine, 200],
    [`${machine.toUpperCase()}:80`, 200],
    [`${machine.split('.')[0]}.local`, 200],
    [`${machine.split('.')[0]}.local:8080`, 200],
    ['station.example', 200],
    ['Other.Example:8080', 200],
    ['evil.example', 421],
    ['evil.example:80', 421],
    ['localhost.evil.example', 421],
    ['evil.localhost', 421],
    ['127.0.0.1.evil.example', 421],
    ['127.1', 421],
    ['[::1', 421],
    ['[evil.example]', 421],
    ['::1', 421],
    ['localhost:80:90', 421],
    ['localhost:evil', 421],
    ['user@localhost', 421],
    ['evil.local', 421],
    ['sub.station.example', 421],
  ])('answers %s with %i', async (host, status) => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/settings`, { headers: { host } });
    expect(answer.status).toBe(status);
    // Unknown paths are refused too, before the token check, so that a foreign host name learns nothing.
    expect((await ask(`${station.url}/nothing`, { headers: { host } })).status).toBe(
      status === 200 ? 404 : 421,
    );
  });
});

describe('the host names of a station', () => {
  const shared = sharedTestStation();
  const statusFor = async (url: string, host: string) =>
    (await ask(`${url}/api/v1/settings`, { headers: { host } })).status;

  it.each(['station', 'station.local', 'Station.Local:8080', 'kitchen', 'kitchen.local', 'kitchen.local.'])(
    'include %s while its nickname is “Kitchen”',
    async (host) => {
      const station = await shared();
      await rename(station, 'Kitchen');
      expect(await statusFor(station.url, host)).toBe(200);
    },
  );

  it('change with the nickname', async () => {
    const station = await startTestStation();
    await rename(station, 'Kitchen');
    expect(await statusFor(station.url, 'cellar.local')).toBe(421);
    await rename(station, 'Cellar');
    expect(await statusFor(station.url, 'cellar.local')).toBe(200);
    expect(await statusFor(station.url, 'kitchen.local')).toBe(421);
    expect(await statusFor(station.url, 'kitchen')).toBe(421);
  });

  it.each(['kitchen.example', 'kitchen.local.example', 'a.kitchen.local', 'station.example'])(
    'do not include %s',
    async (host) => {
      const station = await shared();
      await rename(station, 'Kitchen');
      expect(await statusFor(station.url, host)).toBe(421);
    },
  );

  const rename = (station: TestStation, nickname: string) =>
    station.send('PATCH', '/api/v1/settings', {
      data: { type: 'setting', id: 'nickname', attributes: { nickname } },
    });
});

describe('a request from a page of a different site', () => {
  const crossSite = (mode: string) => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode });
  const same = 'http://localhost';
  const shared = sharedTestStation();
  it.each<[string, Record<string, string>, number]>([
    ['an image', crossSite('no-cors'), 403],
    ['a script that reads', { ...crossSite('cors'), origin: 'https://evil.example' }, 403],
    ['a script in a browser that says its origin only', { origin: 'https://evil.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['another port of this machine', { origin: 'http://localhost:1234', host: 'localhost:80' }, 403],
    ['a link that is followed', crossSite('navigate'), 200],
    ['a page of our own', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200],
    ['an address typed in', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }, 200],
    ['a page of our own that says its origin', { origin: same, host: 'localhost' }, 200],
    ['the same with a port', { origin: `${same}:8080`, host: 'localhost:8080' }, 200],
    ['the same behind a proxy that ends TLS', { origin: 'https://localhost', host: 'localhost' }, 200],
    ['the same with a usual port spelt out', { origin: same, host: 'localhost:80' }, 200],
  ])('%s: %j is answered with %i', async (_, headers, status) => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/settings`, { headers });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  it('gets no CORS permission', async () => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/files/1`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('STATION_CORS_ORIGINS', () => {
  const env = { STATION_CORS_ORIGINS: 'https://app.example, http://localhost:5173', STATION_TOKEN: 't' };
  const origin = 'https://app.example';
  const shared = sharedTestStation({ env });

  it('answers the preflight request of an allowed origin without the token', async () => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/files/1`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization, content-type',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE');
    expect(answer.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization');
    expect(answer.headers.vary).toBe('Accept, Origin');
  });

  it.each([
    [{ origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }, 200, origin],
    [{ origin: 'http://localhost:5173' }, 200, 'http://localhost:5173'],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403, undefined],
    [{ origin: 'https://app.example.evil.example' }, 403, undefined],
    [{ origin: 'http://app.example' }, 403, undefined],
    [{}, 200, undefined],
  ])('answers %j with %i and allows %s', async (headers, status, allowed) => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/settings`, {
      headers: { ...headers, authorization: 'Bearer t' } as Record<string, string>,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(allowed);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers.vary).toBe('Accept, Origin');
  });

  it('lets an allowed origin read errors too', async () => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/settings`, { headers: { origin } });
    expect(answer.status).toBe(401);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  });
});
