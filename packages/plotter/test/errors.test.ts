import { Problem, plotterErrorCodes, plotterRoutes, type Route } from '@stationery/contract';
import { createLogger } from '@stationery/core';
import { ask, sendBytes } from '@stationery/http/testing';
import { describe, expect, it, vi } from 'vitest';
import { expectValid } from './support/documented.ts';
import { sharedTestPlotter, startScripted, startTestPlotter } from './support/test-plotter.ts';

const json = 'application/json';
const problem = 'application/problem+json';
const routes: Route[] = Object.values(plotterRoutes);
const addressOf = (route: Route) => route.path.replace('{id}', '1').replace('{code}', 'port-closed');
const bothPrefixes = (path: string) => [
  path,
  ...(path.startsWith('/api/plotter/') ? [path.slice('/api'.length)] : []),
];

/** The tests can share a plotter, because rejected requests change nothing. */
const shared = sharedTestPlotter();

/** Validates a document against RFC 9457. */
function problemOf(body: string, status: number, code: unknown): Record<string, unknown> {
  const document = JSON.parse(body) as Record<string, unknown>;
  expect(plotterErrorCodes()).toContain(code);
  expectValid(Problem, document);
  expect(document).toMatchObject({
    type: `/problems/${code}`,
    title: expect.stringMatching(/./),
    status,
    detail: expect.stringMatching(/./),
  });
  return document;
}

describe('a rejected request', () => {
  const cases: [number, string, string, { body?: string; headers?: Record<string, string> }?][] = [
    [400, 'GET', '/plotter/health?x=1'],
    [400, 'POST', '/plotter/command', { body: '{' }],
    [400, 'POST', '/plotter/command'],
    [400, 'POST', '/plotter/command', { body: '{"command":""}' }],
    [400, 'POST', '/plotter/command', { body: '{"command":"A","timeoutMs":0}' }],
    [413, 'POST', '/plotter/command', { body: JSON.stringify({ command: 'x'.repeat(70_000) }) }],
    [415, 'POST', '/plotter/command', { body: '{"command":"A"}', headers: { 'content-type': 'text/plain' } }],
    [405, 'GET', '/plotter/command'],
    [405, 'PUT', '/plotter/job'],
    [405, 'DELETE', '/plotter/health'],
    [405, 'HEAD', '/plotter/events'],
    [400, 'POST', '/plotter/job', { body: '{"script":"A","commands":[]}' }],
    [400, 'POST', '/plotter/job', { body: '{"script":"A"' }],
    [400, 'POST', '/plotter/job'],
    [415, 'POST', '/plotter/job', { body: '{"script":"A"}', headers: { 'content-type': 'text/plain' } }],
    [415, 'POST', '/plotter/check', { body: '{"script":"A"}', headers: { 'content-type': 'text/plain' } }],
    [400, 'PUT', '/plotter/machine', { body: '{}' }],
    [415, 'PUT', '/plotter/machine', { body: '{}', headers: { 'content-type': 'text/plain' } }],
    [404, 'GET', '/plotter/jobs/1'],
    [404, 'GET', '/plotter/jobs/1/results'],
    [404, 'POST', '/plotter/jobs/1/pause'],
    [404, 'DELETE', '/plotter/jobs/1'],
    [400, 'GET', '/plotter/jobs?limit=0'],
    [404, 'GET', '/plotter'],
    [404, 'GET', '/plotter/'],
    [404, 'GET', '/plotter/health/'],
    [404, 'GET', '/plotter/nothing'],
    [421, 'GET', '/plotter/health', { headers: { host: 'evil.example' } }],
    [403, 'GET', '/plotter/health', { headers: { origin: 'https://evil.example' } }],
  ];

  it.each(cases)('returns %i for %s %s', async (status, method, path, more = {}) => {
    const plotter = await shared();
    for (const target of [path, `/api${path}`]) {
      const { body } = more;
      const length =
        body === undefined ? {} : { 'content-type': json, 'content-length': String(body.length) };
      const answer = await ask(plotter.url, {
        ...more,
        method,
        target,
        headers: { ...length, ...more.headers },
      });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe(problem);
      if (method !== 'HEAD') problemOf(answer.body, status, answer.headers['error-code']);
    }
  });

  it('is answered in the exact form of problem details', async () => {
    const plotter = await shared();
    const answer = await plotter.send('POST', '/command', { command: '' });
    expect(await answer.json()).toEqual({
      type: '/problems/invalid-command',
      title: 'Invalid command',
      status: 400,
      detail: 'The command is empty.',
      pointer: '/command',
    });
  });

  it('returns 413 if it is a job that exceeds the limit, before the job is stored', async () => {
    const plotter = await startScripted();
    const head = [
      'POST /plotter/job HTTP/1.1',
      'host: localhost',
      `content-type: ${json}`,
      `content-length: ${2 ** 40}`,
      'connection: close',
    ];
    const answer = await sendBytes(plotter.url, `${head.join('\r\n')}\r\n\r\n{"script":"`, {
      untilAnswer: true,
    });
    expect(answer.status).toBe(413);
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
  });
});

describe('the URL of a problem type', () => {
  it('leads to a page with an explanation and advice, which needs no token', async () => {
    const plotter = await startTestPlotter({ env: { PLOTTER_TOKEN: 'secret' } });
    const refused = await plotter.get('/status');
    const { type } = (await refused.json()) as { type: string };
    const page = await plotter.get(type);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(await page.text()).toMatch(/access token.*Authorization: Bearer/s);
    expect((await plotter.get('/problems/nothing')).status).toBe(404);
    expect((await plotter.get('/problems/constructor')).status).toBe(404);
  });
});

describe('405 answers', () => {
  it.each([
    ['GET', '/plotter/command', 'POST'],
    ['POST', '/plotter/health', 'GET, HEAD'],
    ['OPTIONS', '/plotter/health', 'GET, HEAD'],
    ['POST', '/plotter/machine', 'GET, HEAD, PUT'],
    ['POST', '/plotter/jobs', 'GET, HEAD'],
    ['PUT', '/plotter/jobs/7', 'DELETE, GET, HEAD'],
    ['GET', '/plotter/jobs/7/pause', 'POST'],
    ['POST', '/plotter/events', 'GET'],
    ['GET', '/plotter/stop', 'POST'],
  ])('list the allowed methods for %s %s', async (method, path, allow) => {
    const plotter = await shared();
    for (const target of [path, `/api${path}`]) {
      const answer = await ask(plotter.url, { method, target });
      expect(answer.status).toBe(405);
      expect(answer.headers.allow?.split(', ').sort().join(', ')).toBe(allow);
    }
  });
});

describe('an unknown query parameter', () => {
  it.each(routes.flatMap((route) => bothPrefixes(addressOf(route)).map((path) => [route.method, path])))(
    'is rejected by %s %s',
    async (method, path) => {
      const plotter = await shared();
      for (const name of ['nonsense', '__proto__', 'Limit']) {
        const answer = await plotter.get(`${path}?${name}=1`, { method: method as string });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ status: 400, parameter: name });
      }
    },
  );
});

describe('HEAD', () => {
  it.each(
    routes
      .filter(({ method, head, path }) => method === 'GET' && head !== false && !path.includes('{'))
      .map(({ path }) => path),
  )('returns the header of GET for %s, without a body', async (path) => {
    const plotter = await shared();
    const [head, get] = [await plotter.get(path, { method: 'HEAD' }), await plotter.get(path)];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(await head.text()).toBe('');
  });
});

describe('invalid HTTP', () => {
  it.each([
    ['garbage', 'this is not HTTP\r\n\r\n', 400],
    ['no Host', 'GET /plotter/health HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['a bad escape', 'GET /plotter/%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 400],
    ['large header fields', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s is answered with problem details', async (_, bytes, status) => {
    const plotter = await shared();
    const answer = await sendBytes(plotter.url, bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(problem);
    problemOf(answer.body, status, answer.headers['error-code']);
  });
});

describe('an unexpected failure', () => {
  it('returns 500 without internal details, which are logged', async () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'error', stream: { write: (line) => lines.push(line) } });
    const plotter = await startTestPlotter({ log });
    vi.spyOn(plotter.driver, 'send').mockRejectedValue(new Error('ENOENT: /etc/secret'));
    const answer = await plotter.command('PENUP');
    expect(answer.status).toBe(500);
    const text = await answer.text();
    problemOf(text, 500, answer.headers.get('error-code'));
    expect(text).not.toMatch(/secret|ENOENT|Error:|\.ts/);
    expect(lines.join('')).toContain('/etc/secret');
  });
});
