import { expect, it } from 'vitest';
import { captionAt, captionNames, readCaptions } from './captions.ts';

const vtt = `\uFEFFWEBVTT - a title\r
\r
NOTE 00:00.000 --> 00:09.000\r
not said\r
\r
first\r
00:01.000 --> 00:02.500 align:start\r
<v Ana>Hello &amp; <i>welcome</i>\r
to us\r
\r
01:00:02.000 --> 01:00:03.000\r
Much later

00:02.000 --> 00:04.000
Both
`;

it('readCaptions reads texts and times, but no styles', () => {
  const cues = readCaptions(vtt);
  expect(cues).toEqual([
    { startSeconds: 1, endSeconds: 2.5, text: 'Hello & welcome\nto us' },
    { startSeconds: 3602, endSeconds: 3603, text: 'Much later' },
    { startSeconds: 2, endSeconds: 4, text: 'Both' },
  ]);
  expect([0.5, 1, 2.2, 2.5, 3602.5].map((at) => captionAt(cues, at))).toEqual([
    '',
    'Hello & welcome\nto us',
    'Hello & welcome\nto us\nBoth',
    'Both',
    'Much later',
  ]);
  expect(readCaptions('no captions\n\n00:01.000 --> 00:02.000\nx')).toEqual([]);
  expect(readCaptions(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<'.repeat(500_000)}`)).toHaveLength(1);
});

it('captionNames prefers captions in the language of visitors', () => {
  expect(captionNames('Zoo/Lion.mp3', 'de', ['en', 'de'])).toEqual([
    'zoo/lion.mp3.de.vtt',
    'zoo/lion.de.vtt',
    'zoo/lion.mp3.vtt',
    'zoo/lion.vtt',
  ]);
  const translated = captionNames('lion.de.mp3', 'de', ['en', 'de']);
  expect(translated.indexOf('lion.de.vtt')).toBeLessThan(translated.indexOf('lion.vtt'));
  // Captions are also found for a file in a different language.
  expect(captionNames('lion.en.mp3', 'de', ['en', 'de'])).toContain('lion.en.vtt');
});
