import { describe, expect, it } from 'vitest';
import { contentDisposition, matchesEtag, planContent } from './content.ts';

const facts = { sizeBytes: 10, modifiedMs: Date.UTC(2024, 0, 1, 12, 0, 0, 500), etag: '"e"' };
const plan = (headers: Record<string, string>, method = 'GET') => planContent({ method, headers }, facts);

describe('planContent', () => {
  it.each<[Record<string, string>, number, object | undefined]>([
    [{}, 200, { start: 0, length: 10 }],
    [{ range: 'bytes=2-4' }, 206, { start: 2, length: 3 }],
    [{ range: 'bytes=-4' }, 206, { start: 6, length: 4 }],
    [{ range: 'bytes=9-' }, 206, { start: 9, length: 1 }],
    [{ range: 'bytes=4-2' }, 200, { start: 0, length: 10 }],
    [{ range: 'bytes=0-1,2-3' }, 200, { start: 0, length: 10 }],
    [{ range: 'bytes=0-1', 'if-range': '"e"' }, 206, { start: 0, length: 2 }],
    [{ range: 'bytes=0-1', 'if-range': '"old"' }, 200, { start: 0, length: 10 }],
    [{ 'if-none-match': '"e"', range: 'bytes=0-1' }, 304, undefined],
    [{ 'if-modified-since': 'Mon, 01 Jan 2024 12:00:00 GMT' }, 304, undefined],
    [{ 'if-modified-since': 'Mon, 01 Jan 2024 11:59:59 GMT' }, 200, { start: 0, length: 10 }],
  ])('answers %j with %i', (headers, status, range) => {
    expect(plan(headers)).toMatchObject({ status });
    expect(plan(headers).range).toEqual(range);
  });

  it('returns the whole content for HEAD, regardless of the range', () => {
    expect(plan({ range: 'bytes=0-1' }, 'HEAD')).toMatchObject({
      status: 200,
      headers: { 'content-length': '10' },
    });
  });

  it.each(['bytes=10-', 'bytes=-0'])('refuses range %s with an error that states the size', (range) => {
    expect(() => plan({ range })).toThrow(
      expect.objectContaining({
        code: 'range-not-satisfiable',
        headers: { 'content-range': 'bytes */10' },
      }),
    );
  });
});

describe('matchesEtag', () => {
  it.each([
    ['"e"', true],
    ['W/"e"', true],
    ['"a" , "e"', true],
    ['*', true],
    ['"f"', false],
    ['', false],
    ['e', false],
  ])('finds "e" in the If-None-Match field %s: %j', (given, matches) => {
    expect(matchesEtag(given, '"e"')).toBe(matches);
  });
});

describe('contentDisposition', () => {
  it.each([
    ['a.txt', `inline; filename="a.txt"; filename*=UTF-8''a.txt`],
    ['ü "x".txt', `inline; filename="? _x_.txt"; filename*=UTF-8''%C3%BC%20%22x%22.txt`],
    ["'()*!", `inline; filename="'()*!"; filename*=UTF-8''%27%28%29%2A!`],
  ])('encodes %s', (name, written) => {
    expect(contentDisposition('inline', name)).toBe(written);
  });
});
