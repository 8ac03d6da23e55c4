import { describe, expect, it } from 'vitest';
import { chooseEncoding } from './page-routes.ts';

const bodies = ['br', 'gzip', 'identity'].map((encoding) => ({ encoding }));

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['deflate', 'identity'],
  ])('selects for Accept-Encoding “%s”: %s', (accepted, chosen) => {
    expect(chooseEncoding(accepted, bodies)?.encoding).toBe(chosen);
  });
});
