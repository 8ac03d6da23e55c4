import { steepGrowth } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { checkFileName, displayName, nameKey } from './file-name.ts';

describe('the name of a file', () => {
  it.each([
    'a',
    'hello.txt',
    'a+b & ü#%.mp3',
    '🎵.mp3',
    '👩‍🚀.mp3',
    'no extension',
    'x'.repeat(255),
    'ü'.repeat(127),
    'console.txt',
    'STATIO~1.TXT',
    'fsck.rec',
    'a..b',
    "it's",
  ])('may be %s', (name) => expect(checkFileName(name, '/p')).toBe(name));

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
    'a\u2028b',
    'a\u2029b',
    'song\u202egpm.exe',
    'a\u200e',
    'a\u200fb',
    'a\u061cb',
    'a\u2066b\u2069',
    '.hidden',
    '.',
    '..',
    ' a',
    'a ',
    'a.',
    'CON',
    'STATIO~1',
    'statio~9',
    'ST4F2A~1',
    'FSCK0000.REC',
    'nul.txt',
    'Com1.mp3',
    'lpt9',
    'AUX .txt',
    'x'.repeat(256),
    'ü'.repeat(128),
    'a\ud800',
  ])('is rejected with its position in the request if it is %j', (name) =>
    expect(() => checkFileName(name, '/data/filename')).toThrow(
      expect.objectContaining({ code: 'invalid-name', source: { pointer: '/data/filename' } }),
    ),
  );

  it('is normalised to NFC', () => {
    expect(checkFileName('u\u0308.mp3', '/p')).toBe('\u00fc.mp3');
    expect(displayName(Buffer.from('u\u0308.mp3'))).toBe('\u00fc.mp3');
  });

  it('is compared in the same way as by a FAT card', () => {
    expect(nameKey('Über.MP3')).toBe(nameKey('üBER.mp3'));
    expect(nameKey('straße')).not.toBe(nameKey('strasse'));
  });

  it('may be 255 bytes long after normalisation', () => {
    expect(checkFileName('\u03b9\u0308\u0301'.repeat(127), '/p')).toBe('\u0390'.repeat(127));
  });

  // Normalising is quadratic for long runs of combining marks, because it sorts each run one mark at a time.
  it.each([checkFileName, nameKey, (name: string) => displayName(Buffer.from(name))])(
    'is read in linear time',
    (read) => {
      const marks = (size: number) => `a${'\u0301'.repeat(size / 2)}${'\u0323'.repeat(size / 2)}`;
      const growth = steepGrowth(marks, (name) => {
        try {
          read(name, '/p');
        } catch {
          // The error is expected; only the time matters here.
        }
      });
      expect(growth).toBeUndefined();
    },
  );
});
