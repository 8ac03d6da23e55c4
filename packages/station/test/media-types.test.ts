import { ask } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { addTag, sharedTestStation, startTestStation } from './support/test-station.ts';

const jsonApi = 'application/vnd.api+json';
const body = JSON.stringify({ data: { type: 'setting', id: 'x', attributes: { nickname: 'Bath' } } });

/** Shared by requests that change nothing. */
const shared = sharedTestStation();

describe('answers', () => {
  it.each([
    ['GET', '/api/v1/settings', 200],
    ['GET', '/api/v1/sdcard', 200],
    ['GET', '/api/v1/tags', 200],
    ['GET', '/api/v1/scanner/tags?timeout=0', 200],
    ['HEAD', '/api/v1/tags', 200],
    ['GET', '/api/v1/nothing', 404],
    ['GET', '/nothing', 404],
    ['PUT', '/api/v1/tags', 405],
    ['GET', '/api/v1/tags?x=1', 400],
    ['GET', '/api/v1/files/9/content', 404],
    ['DELETE', '/api/v1/files/9', 404],
    ['GET', '/api/%zz', 400],
  ])('%s %s is JSON:API without a charset and varies by Accept', async (method, path, status) => {
    const station = await shared();
    const answer = await ask(station.url, { method, target: path });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(jsonApi);
    expect(answer.headers.vary).toBe('Accept');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('to write requests have the same media type', async () => {
    const station = await startTestStation();
    const tag = await addTag(station, '0x04A2245A6B2C80');
    const answers = [
      await station.send('PATCH', '/api/v1/settings', body),
      await station.upload('a.txt', 'a'),
      await station.send('PATCH', `/api/v1/tags/${tag}`, {
        data: { id: tag, type: 'tag', attributes: { filename: 'a.txt' } },
      }),
    ];
    for (const answer of answers) {
      expect(answer.ok).toBe(true);
      expect(answer.headers.get('content-type')).toBe(jsonApi);
      expect(answer.headers.get('vary')).toBe('Accept');
    }
  });
});

describe('Accept', () => {
  it.each<[string | undefined, number]>([
    [undefined, 200],
    ['', 200],
    ['*/*', 200],
    ['application/*', 200],
    ['application/json', 200],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 200],
    ['text/plain', 200],
    [jsonApi, 200],
    [jsonApi.toUpperCase(), 200],
    [`${jsonApi};q=0.5`, 200],
    [`${jsonApi}; ext="https://jsonapi.org/ext/atomic"`, 200],
    [`${jsonApi}; profile="https://a.example/p,https://b.example/p"`, 200],
    [`${jsonApi}; profile="a;charset=b"`, 200],
    [`${jsonApi}; charset=utf-8, ${jsonApi}`, 200],
    [`${jsonApi}, ${jsonApi};charset=utf-8`, 200],
    ['application/json; charset=utf-8', 200],
    [`${jsonApi}; charset=utf-8`, 406],
    [`${jsonApi};charset=utf-8;q=0.9`, 406],
    [`${jsonApi}; version=1, ${jsonApi}; charset=utf-8`, 406],
    [`${jsonApi}; charset=utf-8, */*`, 406],
    [`${jsonApi}; ext="x"; charset=utf-8`, 406],
  ])('%j is answered with %i', async (accept, status) => {
    const station = await shared();
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    const answer = await ask(`${station.url}/api/v1/settings`, { headers });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe(jsonApi);
  });
});

describe('Content-Type', () => {
  it.each<[string | undefined, number]>([
    [jsonApi, 200],
    ['application/json', 200],
    ['Application/JSON', 200],
    [`${jsonApi}; charset=utf-8`, 200],
    ['application/json;charset=UTF-8', 200],
    ['application/json; charset="utf-8"', 200],
    [undefined, 415],
    ['', 415],
    ['nonsense', 415],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/json; charset=iso-8859-1', 415],
    ['application/json; version=2', 415],
    [`${jsonApi}; ext="x"`, 415],
    [`${jsonApi}; profile="x"`, 415],
    ['application/vnd.api+json-seq', 415],
    ['application/json, text/plain', 415],
  ])('%j is answered with %i', async (type, status) => {
    const station = await (status === 200 ? startTestStation() : shared());
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const targets = [
      { method: 'PATCH', target: '/api/v1/settings', body, ok: 200 },
      {
        method: 'POST',
        target: '/api/v1/files',
        body: JSON.stringify({ data: { type: 'file', filename: 'a', encoded: '' } }),
        ok: 201,
      },
      { method: 'PUT', target: '/simulator/reader', body: JSON.stringify({ serial: '0x01020304' }), ok: 204 },
    ];
    for (const { ok, ...asked } of targets) {
      const answer = await ask(station.url, {
        ...asked,
        headers: { ...headers, 'content-length': String(asked.body.length) },
      });
      expect(answer.status, asked.target).toBe(status === 200 ? ok : status);
    }
  });
});
