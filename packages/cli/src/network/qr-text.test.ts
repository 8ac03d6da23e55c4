import { createRequire } from 'node:module';
import { wifiCode } from '@stationery/appliance/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrText } from './apply-command.ts';

// Loaded with `require`, because the types of jsqr declare a default export that Node does not see.
const readCode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;
const dotsPerSquare = 4;

/** Renders the text as an image: ink becomes black dots. */
function photograph(text: string): { data: Uint8ClampedArray; width: number; height: number } {
  const rows = text
    .trimEnd()
    .split('\n')
    .flatMap((line) => [
      [...line].map((each) => '█▀'.includes(each)),
      [...line].map((each) => '█▄'.includes(each)),
    ]);
  const [columns, height] = [rows[0]?.length ?? 0, rows.length * dotsPerSquare];
  const width = columns * dotsPerSquare;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let dot = 0; dot < width * height; dot++) {
    const [row, column] = [
      Math.floor(dot / width / dotsPerSquare),
      Math.floor((dot % width) / dotsPerSquare),
    ];
    if (rows[row]?.[column] === true) data.fill(0, dot * 4, dot * 4 + 3);
  }
  return { data, width, height };
}

function scan(text: string): string | undefined {
  const { data, width, height } = photograph(text);
  return readCode(data, width, height)?.data;
}

describe('the QR code', () => {
  it('contains what a phone needs to join the network', () => {
    const code = wifiCode({ ssid: 'Station-A1B2C3', passphrase: 'kq7m-x2vd-9hpt-c4ns' });
    expect(code).toBe('WIFI:T:WPA;S:Station-A1B2C3;P:kq7m-x2vd-9hpt-c4ns;;');
    expect(scan(qrText(code, false))).toBe(code);
  });

  it('escapes special characters', () => {
    expect(wifiCode({ ssid: 'a;b', passphrase: 'unused', isOpen: true })).toBe('WIFI:T:nopass;S:a\\;b;;');
    expect(wifiCode({ ssid: 'a;b:c,d"e\\f', passphrase: 'P;P;P;P;' })).toBe(
      String.raw`WIFI:T:WPA;S:a\;b\:c\,d\"e\\f;P:P\;P\;P\;P\;;;`,
    );
  });

  it('can be scanned, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 20 }),
        fc.string({ minLength: 8, maxLength: 63 }),
        (ssid, passphrase) => {
          const code = wifiCode({ ssid, passphrase });
          expect(scan(qrText(code, false))).toBe(code);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is black on white whatever the colours of the terminal', () => {
    for (const line of qrText('x', true).trimEnd().split('\n')) {
      expect(line).toMatch(/^\x1b\[38;5;16;48;5;231m[█▀▄ ]+\x1b\[0m$/);
    }
  });
});
