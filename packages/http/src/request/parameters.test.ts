import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { paramsReader, readQuery } from './parameters.ts';

const query = Type.Object({
  timeout: Type.Optional(Type.Number({ minimum: 0, maximum: 300, default: 30 })),
  name: Type.Optional(Type.String()),
});

describe('readQuery', () => {
  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{}, { timeout: 30 }],
    [{ timeout: '0' }, { timeout: 0 }],
    [{ timeout: '0.25' }, { timeout: 0.25 }],
    [{ timeout: '300.0' }, { timeout: 300 }],
    [{ name: '' }, { timeout: 30, name: '' }],
  ])('parses %j as %j', (given, read) => {
    expect(readQuery(query, given)).toEqual(read);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ timeout: '300.1' }, 'timeout'],
    [{ timeout: '-0' }, 'timeout'],
    [{ timeout: '+1' }, 'timeout'],
    [{ timeout: ' 1' }, 'timeout'],
    [{ timeout: '.5' }, 'timeout'],
    [{ timeout: '0x10' }, 'timeout'],
    [{ timeout: 'NaN' }, 'timeout'],
    [{ timeout: ['1', '2'] }, 'timeout'],
    [{ other: '1' }, 'other'],
    [{ toString: '1' }, 'toString'],
  ])('names the parameter in the error for %j', (given, parameter) => {
    expect(() => readQuery(query, given)).toThrow(expect.objectContaining({ source: { parameter } }));
  });

  it('refuses parameters for an operation that has none', () => {
    expect(readQuery(undefined, {})).toEqual({});
    expect(() => readQuery(undefined, { a: '1' })).toThrow('no query parameter “a”');
  });
});

describe('paramsReader', () => {
  const readParams = paramsReader(Type.Object({ id: Type.Integer() }));
  it('accepts integers only in canonical form', () => {
    expect(readParams({ id: '9007199254740991' })).toEqual({ id: 9007199254740991 });
  });
  it.each(['0', '01', '-1', '1.0', '1e3', '', 'x', '9007199254740993', '١'])(
    'treats %j as an unknown address',
    (id) => {
      expect(() => readParams({ id })).toThrow(expect.objectContaining({ code: 'unknown-path' }));
    },
  );
});
