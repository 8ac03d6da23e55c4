import { describe, expect, it } from 'vitest';
import { glyphOf } from './single-line-font.ts';

const alphabets: Readonly<Record<string, string>> = {
  Russian: 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
  Ukrainian: 'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ',
  Belarusian: 'АБВГДЕЁЖЗІЙКЛМНОПРСТУЎФХЦЧШЫЬЭЮЯ',
  Serbian: 'АБВГДЂЕЖЗИЈКЛЉМНЊОПРСТЋУФХЦЧЏШ',
  Macedonian: 'АБВГДЃЕЖЗЅИЈКЛЉМНЊОПРСТЌУФХЦЧЏШ',
  Greek: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ',
};

describe('the single-line font', () => {
  it.each(Object.entries(alphabets))('contains the whole alphabet: %s', (_, capitals) => {
    const small = [...capitals.toLowerCase(), ...(capitals.includes('Σ') ? 'ςΐΰᾶἀὁῳ' : '')];
    for (const letter of [...capitals, ...small]) {
      const glyph = glyphOf(letter);
      expect(glyph, letter).toBeDefined();
      expect(glyph?.lines.length, letter).toBeGreaterThan(0);
      for (const line of glyph?.lines ?? []) {
        expect(line.length % 2, letter).toBe(0);
        for (let at = 0; at < line.length; at += 2) {
          expect(line[at], letter).toBeGreaterThanOrEqual(-1);
          expect(line[at], letter).toBeLessThanOrEqual((glyph?.width ?? 0) + 1);
        }
      }
    }
    const heights = small.map((letter) =>
      Math.max(...(glyphOf(letter)?.lines ?? []).flat().filter((_value, at) => at % 2 === 1)),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(28);
  });

  it('puts an accent in place of the dot of a letter, and contains letter-like symbols', () => {
    expect(glyphOf('ї')?.lines).toHaveLength(3);
    expect(glyphOf('й')?.lines).toHaveLength(2);
    expect(glyphOf('\u2126')).toBe(glyphOf('\u03a9'));
    expect(glyphOf('\u037e')).toBe(glyphOf(';'));
    expect(glyphOf('漢')).toBeUndefined();
  });
});
