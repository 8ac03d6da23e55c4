import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostNamesOf, instanceName, ownHostName } from './names.ts';

const serial = '02AB34CD56EF';
const nicknames = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 64 })
  .filter((text) => text.trim() !== '');

describe('instanceName', () => {
  it.each([
    ['Kitchen', 0, 'Kitchen'],
    ['Dr. Küche', 0, 'Dr. Küche'],
    ['Kitchen', 1, 'Kitchen (56EF)'],
    ['Kitchen', 2, 'Kitchen (02AB34CD56EF)'],
    ['Kitchen', 3, 'Kitchen (02AB34CD56EF 2)'],
    ['ü'.repeat(40), 0, 'ü'.repeat(31)],
    ['ü'.repeat(40), 1, `${'ü'.repeat(28)} (56EF)`],
    ['👨‍👩‍👧‍👦'.repeat(3), 0, '👨‍👩‍👧‍👦👨‍👩‍👧‍👦'],
  ])('of %s after %i conflicts is %s', (nickname, attempt, name) => {
    expect(instanceName({ nickname, serial }, attempt)).toBe(name);
  });

  it('fits into 63 bytes, ends at a character boundary and differs after each conflict', () => {
    fc.assert(
      fc.property(nicknames, fc.nat({ max: 20 }), (text, attempt) => {
        const nickname = text.trim();
        const name = instanceName({ nickname, serial }, attempt);
        expect(Buffer.byteLength(name)).toBeGreaterThan(0);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
        expect(name.isWellFormed()).toBe(true);
        expect(nickname.startsWith(name.replace(/ \([^(]*\)$/, '')) || attempt === 0).toBe(true);
        expect(name).not.toBe(instanceName({ nickname, serial }, attempt + 1));
      }),
    );
  });

  it('is not empty for a single very long grapheme', () => {
    const name = instanceName({ nickname: `e${'\u0301'.repeat(60)}`, serial }, 0);
    expect(Buffer.byteLength(name)).toBe(63);
  });
});

describe('ownHostName', () => {
  it.each([
    ['Dr. Küche', 0, 'dr-kuche'],
    ['Dr. Küche', 1, 'dr-kuche-56ef'],
    ['Dr. Küche', 2, 'dr-kuche-02ab34cd56ef'],
    ['Dr. Küche', 3, 'dr-kuche-02ab34cd56ef-2'],
    ['台所', 0, 'station-56ef'],
    ['台所', 1, 'station-56ef'],
    ['台所', 2, 'station-02ab34cd56ef'],
  ])('of %s after %i conflicts is %s', (nickname, attempt, name) => {
    expect(ownHostName({ nickname, serial }, attempt)).toBe(name);
  });

  it('is always one valid DNS label', () => {
    fc.assert(
      fc.property(nicknames, fc.nat({ max: 20 }), (nickname, attempt) => {
        expect(ownHostName({ nickname, serial }, attempt)).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
      }),
    );
  });
});

it('a station answers to its own name and the common one, with and without .local', () => {
  expect(hostNamesOf('Dr. Küche').sort()).toEqual(['dr-kuche', 'dr-kuche.local', 'station', 'station.local']);
  expect(new Set(hostNamesOf('台所'))).toEqual(new Set(['station', 'station.local']));
});
