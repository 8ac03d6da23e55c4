import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostNameOf } from './host-name.ts';

describe('hostNameOf', () => {
  it.each([
    ['Kitchen', 'kitchen'],
    ['Café Küche 2', 'cafe-kuche-2'],
    ['Große Straße', 'grosse-strasse'],
    ['  --Anna’s box!! ', 'anna-s-box'],
    ['ﬁle №1', 'file-no1'],
    ['🎈 Balloon', 'balloon'],
  ])('converts %s to %s', (nickname, name) => expect(hostNameOf(nickname)).toBe(name));

  it.each(['🎈', '台所', '…'])('returns undefined for %s', (nickname) =>
    expect(hostNameOf(nickname)).toBeUndefined(),
  );

  it('always returns a valid DNS label', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (nickname) => {
        const name = hostNameOf(nickname);
        if (name !== undefined) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/);
      }),
    );
  });
});
