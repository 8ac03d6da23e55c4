import { once } from 'node:events';
import { ErrorDocument, type Route, stationErrorCodes, stationRoutes } from '@stationery/contract';
import { createLogger } from '@stationery/core';
import { ask, sendBytes } from '@stationery/http/testing';
import { simulatedReader } from '@stationery/nfc';
import { describe, expect, it } from 'vitest';
import { expectValid } from './support/documented.ts';
import { RawConnection } from './support/raw-upload.ts';
import { addTag, sharedTestStation, startTestStation } from './support/test-station.ts';

const jsonApi = 'application/vnd.api+json';
const routes: Route[] = Object.values(stationRoutes);
const addressOf = (route: Route) => route.path.replace('{id}', '1');

/** Shared, because rejected requests change nothing. */
const shared = sharedTestStation();

/** Validates an error document and returns its single entry. */
function errorOf(body: string): Record<string, unknown> {
  const document = JSON.parse(body) as { errors: Record<string, unknown>[] };
  expectValid(ErrorDocument, document);
  expect(document.errors).toHaveLength(1);
  return document.errors[0] as Record<string, unknown>;
}

describe('error statuses', () => {
  const data = (value: object) => JSON.stringify({ data: value });
  const setting = { type: 'setting', id: 'nickname' };
  const file = { type: 'file', filename: 'a.txt', encoded: 'QQ==' };
  const tag = { id: 1, type: 'tag' };
  const cases: [number, string, string, { body?: string; headers?: Record<string, string> }?][] = [
    [400, 'GET', '/api/v1/settings?x=1'],
    [400, 'PATCH', '/api/v1/settings', { body: '{' }],
    [400, 'PATCH', '/api/v1/settings'],
    [403, 'PATCH', '/api/v1/settings', { body: data({ ...setting, attributes: { serial: 'x' } }) }],
    [406, 'GET', '/api/v1/settings', { headers: { accept: `${jsonApi};a=b` } }],
    [409, 'PATCH', '/api/v1/settings', { body: data({ ...setting, type: 'x', attributes: {} }) }],
    [413, 'PATCH', '/api/v1/settings', { body: data({ nickname: 'x'.repeat(70_000) }) }],
    [415, 'PATCH', '/api/v1/settings', { body: '{}', headers: { 'content-type': 'text/plain' } }],
    [422, 'PATCH', '/api/v1/settings', { body: data({ ...setting, attributes: { nickname: '' } }) }],
    [405, 'DELETE', '/api/v1/settings'],
    [405, 'POST', '/api/v1/sdcard'],
    [400, 'POST', '/api/v1/files', { body: 'x' }],
    [400, 'POST', '/api/v1/files'],
    [409, 'POST', '/api/v1/files', { body: data({ ...file, type: 'tag' }) }],
    [409, 'POST', '/api/v1/files', { body: data({ ...file, filename: 'THERE.txt' }) }],
    [413, 'POST', '/api/v1/files', { body: data({ ...file, encoded: 'A'.repeat(2000) }) }],
    [415, 'POST', '/api/v1/files', { body: data(file), headers: { 'content-type': 'text/plain' } }],
    [422, 'POST', '/api/v1/files', { body: data({ ...file, filename: '.a' }) }],
    [422, 'POST', '/api/v1/files', { body: data({ ...file, encoding: 'hex' }) }],
    [422, 'POST', '/api/v1/files', { body: data({ ...file, encoded: '?' }) }],
    [404, 'DELETE', '/api/v1/files/99'],
    [405, 'GET', '/api/v1/files'],
    [404, 'GET', '/api/v1/files/99'],
    [404, 'GET', '/api/v1/files/x'],
    [405, 'PUT', '/api/v1/files/1'],
    [404, 'GET', '/api/v1/tags/9'],
    [404, 'GET', '/api/v1/files/99/content'],
    [416, 'GET', '/api/v1/files/1/content', { headers: { range: 'bytes=99-' } }],
    [405, 'POST', '/api/v1/tags'],
    [403, 'PATCH', '/api/v1/tags/1', { body: data({ ...tag, attributes: { filename: null, model: 'x' } }) }],
    [404, 'PATCH', '/api/v1/tags/9', { body: data({ ...tag, id: 9, attributes: { filename: null } }) }],
    [409, 'PATCH', '/api/v1/tags/1', { body: data({ ...tag, id: 2, attributes: { filename: null } }) }],
    [409, 'PATCH', '/api/v1/tags/1', { body: data({ ...tag, type: 'x', attributes: { filename: null } }) }],
    [422, 'PATCH', '/api/v1/tags/1', { body: data({ ...tag, attributes: { filename: 'b' } }) }],
    [422, 'PATCH', '/api/v1/tags/1', { body: data({}) }],
    [405, 'HEAD', '/api/v1/scanner/tags'],
    [400, 'GET', '/api/v1/scanner/tags?timeout=301'],
    [405, 'POST', '/api/v1/firmware'],
    [400, 'PATCH', '/api/v1/firmware', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    [415, 'PATCH', '/api/v1/firmware', { body: 'x' }],
    [400, 'PUT', '/simulator/reader', { body: '' }],
    [422, 'PUT', '/simulator/reader', { body: '{"serial":"0x0"}' }],
    [422, 'PUT', '/simulator/reader', { body: '{"serial":"0x01020304","model":"x"}' }],
    [422, 'PUT', '/simulator/reader', { body: '{"serial":"0x01020304","more":1}' }],
    [405, 'GET', '/simulator/reader'],
    [404, 'GET', '/api/v1'],
    [404, 'GET', '/api/v2/settings'],
    [404, 'GET', '/api/v1/settings/'],
    [404, 'GET', '/api/v1/openapiXjson'],
    [421, 'GET', '/api/v1/settings', { headers: { host: 'evil.example' } }],
    [
      403,
      'GET',
      '/api/v1/settings',
      { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' } },
    ],
  ];

  const withFileAndTag = sharedTestStation({ env: { STATION_MAX_UPLOAD_BYTES: '1000' } }, async (station) => {
    await station.upload('there.txt', 'x');
    await addTag(station, '0x04A2245A6B2C80');
  });

  it.each(cases)('returns %i for %s %s', async (status, method, target, more = {}) => {
    const station = await withFileAndTag();
    const { body } = more;
    const length =
      body === undefined ? {} : { 'content-type': jsonApi, 'content-length': String(body.length) };
    const answer = await ask(station.url, {
      ...more,
      method,
      target,
      headers: { ...length, ...more.headers },
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(jsonApi);
    expect(stationErrorCodes()).toContain(answer.headers['error-code']);
    if (method === 'HEAD') return;
    expect(errorOf(answer.body)).toMatchObject({
      type: 'error',
      id: status,
      status,
      title: expect.stringMatching(/./),
      detail: expect.stringMatching(/./),
    });
  });

  it('returns 507 for an upload that cannot fit, before the body is sent', async () => {
    const station = await startTestStation({ env: { STATION_MAX_UPLOAD_BYTES: String(2 ** 53 - 1) } });
    const head = [
      'POST /api/v1/files HTTP/1.1',
      'host: localhost',
      `content-type: ${jsonApi}`,
      `content-length: ${2 ** 53 - 1}`,
      'connection: close',
    ];
    const answer = await sendBytes(station.url, `${head.join('\r\n')}\r\n\r\n{`, { untilAnswer: true });
    expect(answer.status).toBe(507);
  });

  it('returns 503 without a reader', async () => {
    const station = await startTestStation();
    station.reader.fail('Gone.');
    const answer = await station.get('/api/v1/scanner/tags?timeout=0');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('405 answers', () => {
  it.each([
    ['POST', '/api/v1/settings', 'GET, HEAD, PATCH'],
    ['OPTIONS', '/api/v1/settings', 'GET, HEAD, PATCH'],
    ['PROPFIND', '/api/v1/settings', 'GET, HEAD, PATCH'],
    ['DELETE', '/api/v1/sdcard', 'GET, HEAD'],
    ['GET', '/api/v1/files', 'POST'],
    ['PUT', '/api/v1/files/7', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/api/v1/files/7/content', 'GET, HEAD'],
    ['PUT', '/api/v1/tags/7', 'DELETE, GET, HEAD, PATCH'],
    ['HEAD', '/api/v1/events', 'GET'],
    ['POST', '/api/v1/settings?x=1', 'GET, HEAD, PATCH'],
    ['POST', '/api/v1/%73ettings', 'GET, HEAD, PATCH'],
    ['POST', '/api/v1/openapi.json', 'GET, HEAD'],
    ['POST', '/', 'GET, HEAD'],
  ])('list the allowed methods for %s %s', async (method, target, allow) => {
    const station = await shared();
    const answer = await ask(station.url, { method, target });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow?.split(', ').sort().join(', ')).toBe(allow);
  });
});

describe('an unknown query parameter', () => {
  it.each(routes.map((route) => [route.method, addressOf(route)]))(
    'is rejected by %s %s',
    async (method, path) => {
      const station = await shared();
      for (const name of ['nonsense', '__proto__', 'timeouts', 'Timeout']) {
        const answer = await station.get(`${path}?${name}=1`, { method });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ errors: [{ status: 400, source: { parameter: name } }] });
      }
    },
  );
});

describe('a JSON body', () => {
  const patch = { method: 'PATCH', target: '/api/v1/settings' };
  it.each(['{', '{"data":', 'nonsense', "{'data':1}", '{"a":1}x', ' ', '[1,]', 'undefined'])(
    '%j is malformed',
    async (body) => {
      const station = await shared();
      const answer = await station.send('PATCH', '/api/v1/settings', body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ source: { pointer: '' } }] });
    },
  );

  it('with invalid UTF-8 is malformed', async () => {
    const station = await shared();
    const body = Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const headers = { 'content-type': 'application/json' };
    expect((await station.get('/api/v1/settings', { method: 'PATCH', headers, body })).status).toBe(400);
  });

  it.each([
    ['null', ''],
    ['[]', ''],
    ['5', ''],
    ['{}', '/data'],
    ['{"data":null}', '/data'],
    ['{"data":[]}', '/data'],
    ['{"data":{}}', '/data/type'],
  ])('%s is rejected with the pointer %j', async (body, pointer) => {
    const station = await shared();
    const answer = await station.send('PATCH', '/api/v1/settings', body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ source: { pointer } }] });
  });

  it('is rejected if its nesting is unbounded', async () => {
    const station = await shared();
    for (const [body, status] of [
      ['['.repeat(60_000), 400],
      [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, 422],
    ] as const) {
      expect((await station.send('PATCH', '/api/v1/settings', body)).status).toBe(status);
    }
    expect((await station.send('POST', '/api/v1/files', '['.repeat(60_000))).status).toBe(400);
  });

  it('of many megabytes is rejected with 413, and the connection stays usable', async () => {
    const station = await shared();
    const body = JSON.stringify({ data: 'x'.repeat(20_000_000) });
    const answer = await ask(station.url, { ...patch, body, headers: { 'content-type': jsonApi } });
    expect(answer.status).toBe(413);
    expect((await station.get('/api/v1/settings')).status).toBe(200);
  });
});

describe('invalid HTTP', () => {
  const get = 'GET /api/v1/settings HTTP/1.1';
  const close = 'connection: close';
  it.each([
    ['garbage', 'this is not HTTP\r\n\r\n', 400],
    ['bytes', Buffer.from([0x16, 0x03, 0x01, 0x00, 0xff, 0x01, 0x00, 0x00, 0x0a, 0x0a]), 400],
    ['an unknown method', `NONSENSE / HTTP/1.1\r\nhost: localhost\r\n\r\n`, 400],
    ['an unsupported version', 'GET / HTTP/9.9\r\nhost: localhost\r\n\r\n', 400],
    ['a header field without a name', `${get}\r\nhost: localhost\r\n: x\r\n\r\n`, 400],
    [
      'two lengths',
      `POST /api/v1/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n`,
      400,
    ],
    [
      'a negative length',
      `POST /api/v1/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n`,
      400,
    ],
    ['no Host', `${get}\r\n${close}\r\n\r\n`, 400],
    ['an empty Host', `${get}\r\nhost:\r\n${close}\r\n\r\n`, 400],
    ...['Host: localhost', 'Authorization: Bearer x', 'Content-Type: a/b', 'Origin: http://localhost'].map(
      (field): [string, string, number] => [
        `“${field}” twice`,
        `${get}\r\nhost: localhost\r\n${field}\r\n${field.toUpperCase()}\r\n${close}\r\n\r\n`,
        400,
      ],
    ),
    ['a tunnel', 'CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n', 405],
    ['a bad escape in the address', `GET /api/v1/%zz HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`, 400],
    [
      'half a character in the address',
      `GET /api/v1/files/%ff HTTP/1.1\r\nhost: localhost\r\n${close}\r\n\r\n`,
      400,
    ],
    [
      'an invalid chunk',
      `PATCH /api/v1/settings HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${jsonApi}\r\ntransfer-encoding: chunked\r\n\r\nnonsense\r\n`,
      400,
    ],
    ['large header fields', `${get}\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['a long address', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`, 431],
  ])('%s gets an error document', async (_, bytes, status) => {
    const station = await shared();
    const answer = await sendBytes(station.url, bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(jsonApi);
    expect(stationErrorCodes()).toContain(answer.headers['error-code']);
    expect(errorOf(answer.body)).toMatchObject({ id: status, status });
    expect((await station.get('/api/v1/settings')).status).toBe(200);
  });
});

describe('HEAD', () => {
  const large = `x: ${'y'.repeat(20_000)}\r\n\r\n`;
  it.each([
    ['with large header fields', ['HEAD /api/v1/settings HTTP/1.1\r\n', large], 431],
    ['in one piece with large header fields', [`HEAD /api/v1/settings HTTP/1.1\r\n${large}`], 431],
    ['of an unsupported version', ['HEAD / HTTP/9.9\r\n\r\n'], 400],
    ['with two hosts', ['HEAD / HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n'], 400],
  ])('%s is rejected without a body', async (_, pieces, status) => {
    const station = await shared();
    const connection = await RawConnection.open(station.url);
    let text = '';
    connection.socket.on('data', (piece: string) => {
      text += piece;
    });
    for (const piece of pieces) await connection.send(piece);
    await once(connection.socket, 'close');
    expect(Number(text.slice(9, 12))).toBe(status);
    expect(text.split('\r\n\r\n')[1]).toBe('');
  });
});

describe('an unknown value of Expect', () => {
  it('is ignored', async () => {
    const station = await shared();
    const answer = await ask(`${station.url}/api/v1/settings`, { headers: { expect: 'wonders' } });
    expect(answer.status).toBe(200);
  });
});

describe('an unexpected failure', () => {
  it('returns 500 without internal details, which are logged', async () => {
    const lines: string[] = [];
    const secret = 'ENOENT: no such file, open /etc/secret';
    const reader = simulatedReader();
    const broken = {
      ...reader,
      get state() {
        return reader.state;
      },
      get present(): never {
        throw new Error(secret);
      },
    };
    const log = createLogger({ level: 'error', stream: { write: (line) => lines.push(line) } });
    const station = await startTestStation({ reader: broken, log });
    const answer = await station.get('/api/v1/scanner/tags?timeout=0');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      errors: [
        { type: 'error', id: 500, title: 'Unexpected error', status: 500, detail: expect.any(String) },
      ],
    });
    const text = await (await station.get('/api/v1/scanner/tags?timeout=0')).text();
    expect(text).not.toMatch(/secret|ENOENT|Error:|\.ts|at /);
    expect(lines.join('')).toContain(secret);
  });
});
