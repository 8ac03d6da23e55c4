import type { ReaderReason } from '@stationery/contract';
import { BusError } from './bus.ts';

export interface BusPlace {
  /** Such as `/dev/i2c-1`. */
  path: string;
  bus: 'I2C' | 'SPI';
  chip: string;
}

/** The group that may open such a device on Debian and Raspberry Pi OS. */
export const busGroups = { I2C: 'i2c', SPI: 'spi' } as const;

/** Error numbers of opening the device. Errors of transfers mean that the chip does not answer. */
const codes: Record<number, ReaderReason['code']> = {
  1: 'bus-not-allowed',
  2: 'bus-missing',
  6: 'bus-missing',
  13: 'bus-not-allowed',
  16: 'reader-in-use',
  19: 'bus-missing',
};

export function whyBusNotOpened(error: unknown, { path, bus, chip }: BusPlace): ReaderReason {
  if (!(error instanceof BusError)) return { code: 'reader-not-opened', port: path };
  if (error.errno === 'no-perl') return { code: 'reader-no-perl' };
  const data = { port: path, bus, chip, group: busGroups[bus] };
  switch (codes[error.errno]) {
    case 'bus-missing':
      return { code: 'bus-missing', port: data.port, bus };
    case 'bus-not-allowed':
      return { code: 'bus-not-allowed', port: data.port, group: data.group };
    case 'reader-in-use':
      return { code: 'reader-in-use', port: path };
    default:
      return { code: 'bus-silent', port: path, chip };
  }
}
