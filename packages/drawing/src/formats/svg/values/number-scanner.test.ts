import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberScanner } from './number-scanner.ts';

function numbersIn(text: string): number[] {
  const scanner = new NumberScanner();
  scanner.reset(text, 0, text.length);
  const values: number[] = [];
  while (!scanner.atEnd) {
    const value = scanner.number();
    if (Number.isNaN(value)) return [...values, value];
    values.push(value);
    scanner.skipComma();
  }
  return values;
}

describe('NumberScanner', () => {
  it('parses every number exactly like JavaScript', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numbersIn(String(value))).toEqual([Number(String(value))]);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(12), (value, digits) => {
        const text = (value / 1000).toFixed(digits);
        expect(numbersIn(text)).toEqual([Number(text)]);
      }),
    );
  });

  it.each([
    ['1.5.5-3e2', [1.5, 0.5, -300]],
    ['+1-1,.5 -.5', [1, -1, 0.5, -0.5]],
    ['00012 1e+3\n2E-1', [12, 1000, 0.2]],
    ['1e', [1, Number.NaN]],
    ['1.', [Number.NaN]],
    ['.', [Number.NaN]],
    ['-', [Number.NaN]],
    ['12345678901234567890', [Number('12345678901234567890')]],
    ['0.1234567890123456789', [Number('0.1234567890123456789')]],
  ])('reads %j', (text, expected) => {
    expect(numbersIn(text)).toEqual(expected);
  });
});
