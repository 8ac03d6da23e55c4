import { describe, expect, it } from 'vitest';
import { deviceName, diagnoseEcho, isEchoOf, parseTypeATargets } from './commands.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('parseTypeATargets', () => {
  it.each([
    ['a Classic 1K', '01 01 00 04 08 04 07 46 0D 6D', '07460D6D', 0x08, 0x0004],
    ['an NTAG', '01 01 00 44 00 07 04 A2 24 5A 6B 2C 80', '04A2245A6B2C80', 0x00, 0x0044],
    ['ten bytes', '01 01 00 84 00 0A 01 02 03 04 05 06 07 08 09 0A', '0102030405060708090A', 0x00, 0x0084],
    [
      'a DESFire with its ATS',
      '01 01 03 44 20 07 04 1B 22 33 44 55 66 06 75 77 81 02 80',
      '041B2233445566',
      0x20,
      0x0344,
    ],
  ])('parses the tag: %s', (_name, answer, uid, sak, atqa) => {
    expect(parseTypeATargets(bytes(answer))).toEqual([{ uid: bytes(uid), sak, atqa }]);
  });

  it('parses two tags, the first with an ATS', () => {
    const answer = '02 01 03 44 20 04 AA BB CC DD 06 75 77 81 02 80 02 00 04 08 04 07 46 0D 6D';
    expect(parseTypeATargets(bytes(answer))?.map((tag) => Buffer.from(tag.uid).toString('hex'))).toEqual([
      'aabbccdd',
      '07460d6d',
    ]);
  });

  it('parses an empty list', () => {
    expect(parseTypeATargets(bytes('00'))).toEqual([]);
  });

  it.each([
    ['nothing at all', ''],
    ['more targets than the chip can hold', '03'],
    ['a UID cut short', '01 01 00 44 00 07 04 A2 24 5A'],
    ['a UID of five bytes', '01 01 00 44 00 05 04 A2 24 5A 6B'],
    ['a target without its head', '01 01 00'],
  ])('finds no tag in %s', (_name, answer) => {
    expect(parseTypeATargets(bytes(answer))).toBeUndefined();
  });
});

it('deviceName returns chip and version, or undefined if the reply is too short', () => {
  expect(deviceName(bytes('32 01 06 07'))).toBe('PN532 v1.6');
  expect(deviceName(bytes('32'))).toBeUndefined();
});

it('diagnoseEcho rejects the echo of an earlier call', () => {
  const echo = diagnoseEcho(0x01020304);
  expect(echo).toEqual(bytes('00 00 01 02 03 04'));
  expect(isEchoOf(echo, bytes('00 01 02 03 04'))).toBe(true);
  expect(isEchoOf(echo, bytes('00 01 02 03 03'))).toBe(false);
});
