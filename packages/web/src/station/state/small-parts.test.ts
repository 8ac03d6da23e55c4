import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, formatSpeed } from '../../ui/format.ts';
import { matches } from '../../ui/search.ts';
import { kindOf } from './file-kind.ts';
import { byteLength, freeName, maxNameBytes, suggestedName } from './file-names.ts';
import { SpeedMeter } from './speed-meter.ts';

describe('formatted numbers', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [51_203_344, '51.2 MB'],
    [999_999, '1.0 MB'],
    [230_000_000, '230 MB'],
    [31_902_400_512, '31.9 GB'],
  ])('show %i bytes as %s', (bytes, said) => {
    expect(formatBytes(bytes)).toBe(said);
  });

  it.each([
    [0.4, '0 s'],
    [59, '59 s'],
    [90, '2 min'],
    [7500, '2 h 05 min'],
  ])('show %d s as %s', (seconds, said) => {
    expect(formatDuration(seconds)).toBe(said);
  });
});

describe('the speed of an upload', () => {
  it('is measured over the last seconds', () => {
    let nowMs = 0;
    const meter = new SpeedMeter(() => nowMs);
    expect(meter.note(0)).toBe(0);
    for (let second = 1; second <= 10; second++) {
      nowMs = second * 1000;
      const speed = meter.note(second <= 5 ? second * 1_000_000 : 5_000_000 + (second - 5) * 100_000);
      if (second === 5) expect(formatSpeed(speed)).toBe('1.0 MB/s');
      if (second === 10) expect(formatSpeed(speed)).toBe('100 kB/s');
    }
  });
});

describe('a free name for a file whose name is taken', () => {
  it.each([
    ['song.mp3', [], 'song 2.mp3'],
    ['song.mp3', ['song 2.mp3'], 'song 3.mp3'],
    ['README', [], 'README 2'],
    ['a.tar.gz', [], 'a.tar 2.gz'],
  ])('%s', (name, taken: string[], free) => {
    expect(freeName(name, (other) => taken.includes(other))).toBe(free);
  });
});

describe('a valid name in place of a refused one', () => {
  it.each([
    ['a/b: "c"?.txt', 'a-b- -c-.txt'],
    ['..hidden. ', 'hidden'],
    ['con.txt', 'con file.txt'],
    ['console.txt', 'console.txt'],
    ['...', 'file'],
  ])('%s', (wanted, suggested) => {
    expect(suggestedName(wanted, () => false)).toBe(suggested);
  });

  it('is short enough, keeps its extension, and is free', () => {
    const name = suggestedName(`${'ü'.repeat(300)}.mp3`, (one) => !one.endsWith(' 2.mp3'));
    expect(name).toMatch(/^ü+ 2\.mp3$/);
    expect(byteLength(name)).toBeLessThanOrEqual(maxNameBytes);
  });
});

describe('matches', () => {
  it.each([
    ['Die Räuber, Teil 1.mp3', 'teil rauber', true],
    ['Die Räuber, Teil 1.mp3', 'räuber  1', true],
    ['Die Räuber, Teil 1.mp3', 'teil 2', false],
    ['anything', ' ', true],
  ])('tests “%s” for the words “%s”: %s', (name, words, isFound) => {
    expect(matches(name, words)).toBe(isFound);
  });
});

describe('kindOf', () => {
  it.each([
    ['Song.MP3', 'audio'],
    ['film.webm', 'video'],
    ['a.jpeg', 'image'],
    ['drawing.svg', 'text'],
    ['notes', 'other'],
    ['archive.zip', 'other'],
  ])('recognises %s as %s', (name, kind) => {
    expect(kindOf(name)).toBe(kind);
  });
});
