import { describe, expect, it } from 'vitest';
import {
  boundedSearch,
  getFirmwareVersion,
  listOneTypeATarget,
  samConfiguration,
  wakeUp,
} from './commands.ts';
import { encodeFrame } from './frame.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase().replace(/..\B/g, '$& ');
const command = (payload: Uint8Array) => hex(encodeFrame({ kind: 'to-chip', payload }));

describe('the frame encoder, compared with the bytes in the data sheet', () => {
  it.each([
    ['ACK', hex(encodeFrame({ kind: 'ack' })), '00 00 FF 00 FF 00'],
    ['NACK', hex(encodeFrame({ kind: 'nack' })), '00 00 FF FF 00 00'],
    ['error', hex(encodeFrame({ kind: 'error' })), '00 00 FF 01 FF 7F 81 00'],
    ['SAMConfiguration', command(samConfiguration), '00 00 FF 03 FD D4 14 01 17 00'],
    ['GetFirmwareVersion', command(getFirmwareVersion), '00 00 FF 02 FE D4 02 2A 00'],
    ['RFConfiguration', command(boundedSearch), '00 00 FF 06 FA D4 32 05 FF 01 01 F4 00'],
    ['InListPassiveTarget', command(listOneTypeATarget), '00 00 FF 04 FC D4 4A 01 00 E1 00'],
  ])('%s', (_name, encoded, expected) => {
    expect(encoded).toBe(expected);
  });

  it('writes the wake-up as two bytes 55 and fourteen bytes 00', () => {
    expect(hex(wakeUp)).toBe('55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00');
  });

  it('uses an extended frame when the length does not fit into one byte', () => {
    const maxNormalPayload = encodeFrame({ kind: 'to-chip', payload: new Uint8Array(254) });
    expect(hex(maxNormalPayload.subarray(0, 6))).toBe('00 00 FF FF 01 D4');
    const extended = encodeFrame({ kind: 'to-chip', payload: new Uint8Array(255) });
    expect(hex(extended.subarray(0, 9))).toBe('00 00 FF FF FF 01 00 FF D4');
    expect(hex(extended.subarray(-2))).toBe('2C 00');
  });

  it('refuses more data than the chip can take', () => {
    expect(() => encodeFrame({ kind: 'to-chip', payload: new Uint8Array(265) })).toThrow('264');
  });
});
