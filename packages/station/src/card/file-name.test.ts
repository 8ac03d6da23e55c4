import { describe, expect, it } from 'vitest';
import { checkFileName, nameKey, shownName } from './file-name.ts';

describe('file names', () => {
  it.each([
    'a',
    'hello.txt',
    'a+b & ü#%.mp3',
    '🎵.mp3',
    'no extension',
    'x'.repeat(255),
    'ü'.repeat(127),
    'console.txt',
    'a..b',
    "it's",
  ])('takes %s', (name) => expect(checkFileName(name, '/p')).toBe(name));

  it.each([
    '',
    'a/b',
    'a\\b',
    'a:b',
    'a*',
    'a?',
    'a"b',
    '<a',
    'a>',
    'a|b',
    'a\nb',
    'a\u0000',
    'a\u007f',
    'a\u0085',
    '.hidden',
    '.',
    '..',
    ' a',
    'a ',
    'a.',
    'CON',
    'nul.txt',
    'Com1.mp3',
    'lpt9',
    'AUX .txt',
    'x'.repeat(256),
    'ü'.repeat(128),
    'a\ud800',
  ])('refuses %j and says where it stood', (name) =>
    expect(() => checkFileName(name, '/data/filename')).toThrow(
      expect.objectContaining({ code: 'card.name-invalid', source: { pointer: '/data/filename' } }),
    ),
  );

  it('brings names into one form', () => {
    expect(checkFileName('u\u0308.mp3', '/p')).toBe('\u00fc.mp3');
    expect(shownName(Buffer.from('u\u0308.mp3'))).toBe('\u00fc.mp3');
  });

  it('tells names apart as a FAT card does', () => {
    expect(nameKey('Über.MP3')).toBe(nameKey('üBER.mp3'));
    expect(nameKey('straße')).not.toBe(nameKey('strasse'));
  });
});
