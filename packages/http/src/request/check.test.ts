import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { bodyChecker } from './check.ts';

const check = bodyChecker(
  Type.Object({
    data: Type.Object({
      type: Type.Literal('tag'),
      id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
      attributes: Type.Object({
        filename: Type.Union([Type.String(), Type.Null()]),
        model: Type.Optional(Type.Enum(['a', 'b'])),
        colour: Type.Optional(
          Type.Union([Type.String({ pattern: '^#[0-9a-f]+$', maxLength: 7 }), Type.Null()]),
        ),
        volume: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 100 }), Type.Null()])),
        files: Type.Optional(Type.Array(Type.String(), { maxItems: 2 })),
      }),
    }),
  }),
);
const body = (data: object) => ({ data: { type: 'tag', id: 1, attributes: { filename: null }, ...data } });

describe('bodyChecker', () => {
  it('returns valid values', () => {
    expect(check(body({ id: 'x', more: true }))).toEqual(body({ id: 'x', more: true }));
  });

  it.each<[string, unknown, string, string, string]>([
    ['a list', [], 'invalid-request', '', 'The body must be an object.'],
    ['null', null, 'invalid-request', '', 'The body must be an object.'],
    ['nothing', {}, 'invalid-request', '/data', '“data” is missing.'],
    ['another type', body({ type: 'file' }), 'resource-mismatch', '/data/type', '“type” must be “tag” here.'],
    [
      'a type that is not text',
      body({ type: 5 }),
      'resource-mismatch',
      '/data/type',
      '“type” must be “tag” here.',
    ],
    ['an empty id', body({ id: '' }), 'invalid-request', '/data/id', '“id” must not be empty.'],
    [
      'an id that is null',
      body({ id: null }),
      'invalid-request',
      '/data/id',
      '“id” must be a string or an integer.',
    ],
    [
      'a missing member',
      body({ attributes: {} }),
      'invalid-request',
      '/data/attributes/filename',
      '“filename” is missing.',
    ],
    [
      'a wrong member',
      body({ attributes: { filename: 5 } }),
      'invalid-request',
      '/data/attributes/filename',
      '“filename” must be a string or null.',
    ],
    [
      'none of a list',
      body({ attributes: { filename: null, model: 'c' } }),
      'invalid-request',
      '/data/attributes/model',
      '“model” must be “a” or “b”.',
    ],
    ...(
      [
        ['colour', 'red', '“colour” must match ^#[0-9a-f]+$.'],
        ['colour', '#123456789', '“colour” must have at most 7 characters.'],
        ['colour', 5, '“colour” must be a string or null.'],
        ['volume', 101, '“volume” must be at most 100.'],
        ['volume', -1, '“volume” must be at least 0.'],
        ['files', ['a', 'b', 'c'], '“files” must have at most 2 entries.'],
      ] as const
    ).map(([name, value, message]): [string, unknown, string, string, string] => [
      `${name} ${value}`,
      body({ attributes: { filename: null, [name]: value } }),
      'invalid-request',
      `/data/attributes/${name}`,
      message,
    ]),
  ])('reports what is wrong with %s', (_, value, code, pointer, message) => {
    expect(() => check(value)).toThrow(expect.objectContaining({ code, message, source: { pointer } }));
  });

  it('names unknown members if additional ones are not allowed', () => {
    const strict = bodyChecker(
      Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false }),
    );
    expect(() => strict({ 'b/c': 1 })).toThrow(
      expect.objectContaining({ message: '“b/c” is not a known member here.', source: { pointer: '/b~1c' } }),
    );
  });

  it.each([
    [{ kind: 'sleep', minutes: 4000 }, '/do/minutes', '“minutes” must be at most 1440.'],
    [{ kind: 'sleep' }, '/do/minutes', '“minutes” is missing.'],
    [{ kind: 'play', file: '' }, '/do/file', '“file” must not be empty.'],
    [{ kind: 'fly' }, '/do/kind', '“kind” must be “play” or “sleep”.'],
    [{}, '/do/kind', '“kind” is missing.'],
    [[], '/do', '“do” must be an object.'],
    [5, '/do', '“do” must be an object or null.'],
  ])('reports only what is wrong with the selected form: %j', (value, pointer, message) => {
    const kinds = Type.Union([
      Type.Object({ kind: Type.Literal('play'), file: Type.String({ minLength: 1 }) }),
      Type.Object({ kind: Type.Literal('sleep'), minutes: Type.Integer({ maximum: 1440 }) }),
    ]);
    const forms = bodyChecker(Type.Object({ do: Type.Union([kinds, Type.Null()]) }));
    expect(() => forms({ do: value })).toThrow(expect.objectContaining({ message, source: { pointer } }));
  });
});
