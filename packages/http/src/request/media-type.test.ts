import { describe, expect, it } from 'vitest';
import { isMediaType, parseMediaType, requireAcceptable, requireMediaType } from './media-type.ts';

describe('parsing media types', () => {
  it.each(['a/b', 'text/plain; charset=utf-8', 'a/b\t;\tx="1;2";y=3', String.raw`a/b;x="\"\\"`, 'a/b;x=""'])(
    '%j is a media type',
    (text) => expect(isMediaType(text)).toBe(true),
  );

  it.each([
    '',
    'a',
    'a/',
    '/b',
    'a/b ',
    'a/b;',
    'a/b;x',
    'a/b;x="1',
    'a/b;x="1"2"',
    'a/b;\nx=1',
    'a/b\r\n;x=1',
    'a/b;\u2028x=1',
    'a/b;\u00a0x=1',
    'a/b;x="\u0007"',
    'a/b;x="ü"',
    `a/${'b'.repeat(254)}`,
    `x/y${';a=""'.repeat(50)}\u0001`,
  ])('isMediaType rejects %j', (text) => expect(isMediaType(text)).toBe(false));

  it.each<[string, string, Record<string, string>]>([
    ['text/plain', 'text/plain', {}],
    [' Text/PLAIN ; Charset=UTF-8 ', 'text/plain', { charset: 'UTF-8' }],
    ['a/b; x="1;2"; y=3', 'a/b', { x: '1;2', y: '3' }],
    ['a/b;;x', 'a/b', { x: '' }],
    ['', '', {}],
  ])('isMediaType accepts %j', (text, type, params) => {
    const parsed = parseMediaType(text);
    expect({ type: parsed.type, params: Object.fromEntries(parsed.params) }).toEqual({ type, params });
  });

  it('an error shows only part of a media type, in ASCII', () => {
    const type = `x/${'y'.repeat(500)}\u0007`;
    expect(() => requireMediaType(type, ['application/json'])).toThrow(/^.{1,200}$/);
    expect(() => requireMediaType('\u0007', ['application/json'])).toThrow('not “?”');
  });

  it('requireMediaType accepts a boundary for multipart bodies', () => {
    expect(() => requireMediaType('multipart/form-data; boundary=x', ['multipart/form-data'])).not.toThrow();
  });

  it('requireAcceptable allows commas in quotes', () => {
    expect(() => requireAcceptable('application/vnd.api+json; profile="a,b"')).not.toThrow();
    expect(() => requireAcceptable('application/vnd.api+json; x="a,b"')).toThrow('without parameters');
  });
});
