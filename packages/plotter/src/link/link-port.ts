import type { DriverName } from '@stationery/contract';
import type { BytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** USB ids as hexadecimal digits. */
export interface UsbIds {
  vendorId: string;
  productId: string;
}

export interface LinkPort {
  /** `baudRate`: overrides the configured rate, if the port has one. */
  openPort: (baudRate?: number) => Promise<BytePort>;
  /** Omitted if the port has no rate. */
  baudRate?: number;
  /** Path shown while the port is closed. An open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** The driver of the device, if certain before opening: a simulator. */
  driver?: DriverName;
  /** Resolves to undefined if the system does not know the ids. */
  usbIds?: () => Promise<UsbIds | undefined>;
  /** Called after a disconnect, because a different device may be connected next. */
  forgetDevice?: () => void;
}
