import { constants } from 'node:os';
import type { ReaderReason } from '@stationery/contract';
import { BusError } from './bus.ts';

export interface BusPlace {
  /** Path of the device, such as `/dev/i2c-1`. */
  path: string;
  bus: 'I2C' | 'SPI';
  chip: string;
}

/** The group that may open such a device on Debian and Raspberry Pi OS. */
export const busGroups = { I2C: 'i2c', SPI: 'spi' } as const;

const { EACCES, EBUSY, ENODEV, ENOENT, ENXIO, EPERM } = constants.errno;

export function whyBusNotOpened(error: unknown, { path: port, bus, chip }: BusPlace): ReaderReason {
  if (!(error instanceof BusError)) return { code: 'reader-not-opened', port };
  switch (error.errno) {
    case 'no-perl':
      return { code: 'reader-no-perl' };
    case ENOENT:
    case ENXIO:
    case ENODEV:
      return { code: 'bus-missing', port, bus };
    case EPERM:
    case EACCES:
      return { code: 'bus-not-allowed', port, group: busGroups[bus] };
    case EBUSY:
      return { code: 'reader-in-use', port };
    default:
      // Errors of transfers mean that the chip does not answer.
      return { code: 'bus-silent', port, chip };
  }
}
