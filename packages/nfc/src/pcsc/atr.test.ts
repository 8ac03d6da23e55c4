import { expect, it } from 'vitest';
import { sakFromAtr } from './read-tag.ts';

const atr = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

it.each([
  ['Classic 1K', '3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 01 00 00 00 00 6A', 0x08],
  ['Classic 4K', '3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 02 00 00 00 00 69', 0x18],
  ['Ultralight', '3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68', 0x00],
  ['Mini', '3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 26 00 00 00 00 4D', 0x09],
  ['an unknown storage card', '3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 FF 88 00 00 00 00 1C', 0x00],
  ['FeliCa', '3B 8F 80 01 80 4F 0C A0 00 00 03 06 11 00 3B 00 00 00 00 42', 0x20],
  ['DESFire', '3B 81 80 01 80 80', 0x20],
  ['a contact card', '3B 7F 18 00 00 00 31 C0 73 9E 01 0B 64 52 D9 04 00 82 90 00', 0x00],
  ['nothing', '', 0x00],
])('sakFromAtr recognises %s', (_name, text, sak) => {
  expect(sakFromAtr(atr(text))).toBe(sak);
});
