import { steepGrowth } from '@stationery/core/testing';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { JsonStream } from './json-stream.ts';

function read(bytes: Buffer, cuts: number[] = [], streamed = '/data/encoded') {
  const values: Record<string, unknown> = {};
  const pieces: Buffer[] = [];
  const stream = new JsonStream(
    {
      textSink: (pointer) =>
        pointer === streamed ? { push: (piece) => void pieces.push(Buffer.from(piece)) } : undefined,
      value: (pointer, value) => {
        values[pointer] = value;
      },
    },
    { maxAsideBytes: 64 * 1024 },
  );
  let at = 0;
  for (const cut of cuts) {
    stream.feed(bytes.subarray(at, at + cut));
    at += cut;
  }
  stream.feed(bytes.subarray(at));
  stream.end();
  return { values, streamed: Buffer.concat(pieces).toString('latin1') };
}

describe('JsonStream', () => {
  it('streams one string in pieces and returns all other values whole', () => {
    const text =
      '{"data": {"encoded" : "QUJD\\/\\u0041==", "n":[1, {"a~/b":null}], "filename":"\\u00fc\\"x"}, "m":-1.5e3}';
    for (let cut = 0; cut < text.length; cut++) {
      expect(read(Buffer.from(text), [cut])).toEqual({
        values: { '/data/n/0': 1, '/data/n/1/a~0~1b': null, '/data/filename': 'ü"x', '/m': -1500 },
        streamed: 'QUJD/A==',
      });
    }
  });

  it('agrees with JSON.parse on escapes, wherever they are split', () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((code) => `\\u${code.toString(16).padStart(4, '0')}`),
      fc.integer({ min: 0xd7ff, max: 0xe000 }).map((code) => `\\u${code.toString(16).toUpperCase()}`),
      fc.constantFrom('\\/', '\\n', '\\"', '\\\\', 'Q', 'ü', '\\ud83d\\ude00'),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 20 }), fc.array(fc.nat(9)), (units, cuts) => {
        const text = `"${units.join('')}"`;
        const { streamed } = read(Buffer.from(text), cuts, '');
        expect(Buffer.from(streamed, 'latin1').toString()).toBe(JSON.parse(text).toWellFormed());
      }),
      { numRuns: 2000 },
    );
  });

  it('agrees with JSON.parse on any document, however it is split', () => {
    fc.assert(
      fc.property(fc.json(), fc.array(fc.nat(9)), (text, cuts) => {
        const { values } = read(Buffer.from(text), cuts, 'none');
        expect(values).toEqual(flatten(JSON.parse(text)));
      }),
      { numRuns: 300 },
    );
  });

  it('agrees with JSON.parse on streamed ASCII text, however it is split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), fc.array(fc.nat(9)), (plain, cuts) => {
        const escaped = JSON.stringify({ data: { encoded: plain } }).replaceAll('/', '\\/');
        expect(read(Buffer.from(escaped), cuts).streamed).toBe(plain);
      }),
    );
  });

  it('streams UTF-8 text, even if escaped', () => {
    const escapes = (text: string) =>
      text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.array(fc.nat(9)),
        fc.boolean(),
        (plain, cuts, escaped) => {
          const text = JSON.stringify({ data: { encoded: plain } });
          const { streamed } = read(Buffer.from(escaped ? escapes(text) : text), cuts);
          expect(Buffer.from(streamed, 'latin1').toString()).toBe(plain);
        },
      ),
    );
  });

  it.each([
    ['\\ud83d', '\ufffd'],
    ['\\ud83dx', '\ufffdx'],
    ['\\ud83d\\n', '\ufffd\n'],
    ['\\ude00', '\ufffd'],
    ['\\ud83d\\ud83d\\ude00\\ud83d', '\ufffd😀\ufffd'],
  ])('replaces a lone surrogate: %s', (escaped, plain) => {
    const text = `{"data":{"encoded":"${escaped}"}}`;
    for (let cut = 0; cut < text.length; cut++) {
      expect(Buffer.from(read(Buffer.from(text), [cut]).streamed, 'latin1').toString()).toBe(plain);
    }
  });

  it.each([
    '',
    ' ',
    '{',
    '}',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '[1,]',
    '[1 2]',
    '{"a":1 "b":2}',
    '{"a":1}}',
    '{"a":1}x',
    '{a:1}',
    "{'a':1}",
    '{"a":tru}',
    '{"a":01}',
    '{"a":"\\x"}',
    '{"a":"\n"}',
    '{"data":{"encoded":"QQ',
    '{"data":{"encoded":"\\q"}}',
    '{"data":{"encoded":"\\u00g0"}}',
    '[}',
    '{]',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '{"a":NaN}',
    '['.repeat(100),
  ])('refuses %j', (text) =>
    expect(() => read(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'malformed-request' })),
  );

  it('refuses invalid UTF-8', () => {
    expect(() => read(Buffer.from('{"a":"\xff"}', 'latin1'))).toThrow('UTF-8');
  });

  it('limits the size of everything that is not streamed', () => {
    expect(() => read(Buffer.from(`{"a":"${'x'.repeat(70_000)}"}`))).toThrow(
      expect.objectContaining({ code: 'request-too-large' }),
    );
  });
});

describe('JsonStream with hostile input', () => {
  const feed = (text: string) =>
    new JsonStream({ textSink: () => undefined, value: () => undefined }, { maxAsideBytes: 2 ** 30 }).feed(
      Buffer.from(text),
    );

  it.each<[string, (size: number) => string]>([
    ['many values under a long name', (size) => `{"${'~/'.repeat(size)}":[${'0,'.repeat(size)}0]}`],
    ['many lists', (size) => `[${'[],'.repeat(size)}0]`],
    ['many texts', (size) => `[${'"",'.repeat(size)}0]`],
    ['a text of escapes', (size) => `"${'\\u0041'.repeat(size)}"`],
    ['nothing but blanks', (size) => ' '.repeat(size)],
  ])('takes linear time: %s', (_, text) => expect(steepGrowth(text, feed)).toBeUndefined());

  it('takes as long for escaped text as for other text, because it creates no strings for escapes', () => {
    const make = vi.spyOn(String, 'fromCharCode');
    onTestFinished(() => make.mockRestore());
    const count = 10_000;
    const text = `"${'\\u0051\\n\\ud83d\\ude00'.repeat(count)}"`;
    expect(read(Buffer.from(text), [], '').streamed).toHaveLength(6 * count);
    expect(make.mock.calls.length).toBeLessThan(100);
  });

  it.each([
    ['a name', `{"${'x'.repeat(70_000)}":0}`],
    ['a text', `["${'x'.repeat(70_000)}"]`],
    ['a number', `[${'9'.repeat(70_000)}]`],
    ['an object', `{${Array.from({ length: 1001 }, (_, at) => `"${at}":0`).join(',')}}`],
  ])('refuses a document in which %s is too large, whatever the body limit', (_, text) =>
    expect(() => feed(text)).toThrow(expect.objectContaining({ code: 'request-too-large' })),
  );
});

function flatten(value: unknown, pointer = ''): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { [pointer]: value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, each]) =>
      flatten(each, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ),
  );
}
