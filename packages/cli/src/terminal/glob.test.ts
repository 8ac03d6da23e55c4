import { describe, expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

describe('globMatcher', () => {
  it.each([
    ['*.mp3', 'song.mp3', true],
    ['*.mp3', 'song.mp3.txt', false],
    ['*', '.hidden', false],
    ['.*', '.hidden', true],
    ['?.txt', 'ü.txt', true],
    ['?.txt', '🎵.txt', true],
    ['?.txt', 'ab.txt', false],
    ['[ab]c', 'bc', true],
    ['[!ab]c', 'bc', false],
    ['[!ab]c', 'dc', true],
    ['[0-3]', '2', true],
    ['a[b', 'a[b', true],
    ['a.c', 'abc', false],
    ['a+(b)*', 'a+(b) $.txt', true],
    ['u\u0308*', 'über.txt', true],
    ['[^]', '^', true],
    ['[\\]]', '\\]', true],
    ['a*b*c', 'a-b-b-c-c', true],
    ['a*b*c', 'a-b-c-', false],
    ['**', '', true],
    ['?', '', false],
    ['[a-]', '-', true],
    [`${'*a'.repeat(30)}b`, 'a'.repeat(200), false],
  ])('matches %s with the name %s', (glob, name, matches) => {
    expect(globMatcher(glob)(name)).toBe(matches);
  });
});
