import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBoundedJson } from './bounded-json.ts';

describe('parseBoundedJson', () => {
  it('returns the same values as JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseBoundedJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('accepts many small members', () => {
    const files = Array.from({ length: 100_000 }, (_, at) => ({
      entry: `files/${at}`,
      filename: '\\"[{',
      size: 1,
    }));
    expect(parseBoundedJson(JSON.stringify({ files }))).toEqual({ files });
  });

  const size = 5_000_000;
  it.each([
    ['lists in lists', '['.repeat(size)],
    ['objects in objects', '{"":'.repeat(size / 4)],
    ['empty lists', `[${'[],'.repeat(size / 3)}0]`],
    ['empty objects', `[${'{},'.repeat(size / 3)}0]`],
    ['empty strings', `[${'"",'.repeat(size / 3)}0]`],
    ['digits', `[${'1,'.repeat(size / 2)}0]`],
    ['lists in lists behind brackets in a text', `["${']'.repeat(1000)}",${'['.repeat(size)}`],
  ])('refuses text without parsing it if it consists of %s', (_, text) => {
    expect(() => parseBoundedJson(text)).toThrow(/^Nested more|^Too many values/);
  });

  it.each(['', '[', '"', '"\\', '{"a":}', ']]]]', '"a'])('refuses %j', (text) => {
    expect(() => parseBoundedJson(text)).toThrow(SyntaxError);
  });
});
