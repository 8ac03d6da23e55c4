import { expect, it } from 'vitest';
import { isOlder } from './is-older.ts';

it.each([
  ['1.0.0', '1.1.0', true],
  ['1.9.0', '1.10.0', true],
  ['1.1.0', '1.1.0', false],
  ['2.0.0', '1.9.9', false],
])('isOlder compares %s with %s', (version, than, expected) => {
  expect(isOlder(version, than)).toBe(expected);
});
