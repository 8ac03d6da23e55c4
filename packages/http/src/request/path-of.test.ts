import { expect, it } from 'vitest';
import { pathOf } from './path-of.ts';

it.each([
  ['/api/v1', '/api/v1'],
  ['/api?x=/y#z', '/api'],
  ['/api#x?y', '/api'],
  ['/%61pi/%C3%BC', '/api/ü'],
  ['http://host:1/api?x', '/api'],
  ['HTTPS://host/%61pi', '/api'],
  ['/a%2Fb', '/a%2Fb'],
  ['/%zz', '/%zz'],
  ['*', '*'],
])('the path of %s is %s', (target, path) => {
  expect(pathOf(target)).toBe(path);
});
