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
  ['', 'pn532:/dev/ttyUSB0'],
  ['pn532', 'pn532:/dev/ttyUSB0'],
  ['pn532:', 'pn532:/dev/ttyUSB0'],
  ['sim', 'pn532:/dev/ttyUSB0'],
  ['sim:x', 'pn532:/dev/ttyUSB0'],
  ['none:', 'pn532:/dev/ttyUSB0'],
  ['rc522:', 'rc522:/dev/spidev0.0'],
  ['rc522:/dev/i2c-1', 'rc522:/dev/spidev0.0'],
  ['hid', 'hid:'],
  ['hid:,octal', 'hid:'],
  ['hid:,hex,decimal', 'hid:'],
  ['toString:', 'pn532:/dev/ttyUSB0'],
  ['x:', 'pn532:/dev/ttyUSB0'],
])('readReader refuses “%s”, lists the kinds and gives an example', (setting, example) => {
  const kinds = 'sim:, pn532:<serial port, I2C or SPI device>, ';
  expect(() => readReader(setting)).toThrow(`STATION_READER must be ${kinds}`);
  expect(() => readReader(setting)).toThrow(` or none, not “${setting}”; for example ${example}`);
});
