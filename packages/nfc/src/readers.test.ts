import { expect, it } from 'vitest';
import { readerExamples, readerKinds, readReader } from './readers.ts';

it('readReader accepts the example of every kind, and the help lists all kinds', () => {
  for (const { example } of Object.values(readerKinds)) {
    expect(readReader(example).kind.example).toBe(example);
    expect(readerExamples).toContain(example);
  }
});

it.each([
  ['pn532:/dev/ttyUSB0', '/dev/ttyUSB0'],
  ['pn532:/dev/i2c-1', '/dev/i2c-1'],
  ['rc522:/dev/spidev0.0', '/dev/spidev0.0'],
  ['pcsc:ACR122', undefined],
  ['hid:/dev/input/event3', '/dev/input/event3'],
  ['hid:/dev/input/event3,hex,reversed', '/dev/input/event3'],
  ['hid:,wiegand', undefined],
])('readReader parses “%s”', (setting, path) => {
  expect(readReader(setting).device?.path).toBe(path);
});

it.each([
  '',
  'pn532',
  'pn532:',
  'sim',
  'sim:x',
  'none:',
  'rc522:',
  'hid',
  'hid:,octal',
  'hid:,hex,decimal',
  'toString:',
  'x:',
])('readReader refuses “%s” and lists the kinds', (setting) => {
  expect(() => readReader(setting)).toThrow(
    /^STATION_READER must be sim:, pn532:<serial port, I2C or SPI device>, .* or none, not “.*”; for example pn532:\/dev\/ttyUSB0$/,
  );
});
