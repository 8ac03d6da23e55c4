import type { DriverName } from '@stationery/contract';
import type { BytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** Hexadecimal digits. */
export interface UsbIds {
  vendorId: string;
  productId: string;
}

export interface LinkPort {
  /** `baudRate`: overrides the configured rate, if the port has one. */
  openPort: (baudRate?: number) => Promise<BytePort>;
  /** Left out if the port has no rate. */
  baudRate?: number;
  /** An open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** The driver of the device, if certain before opening: a simulator. */
  driver?: DriverName;
  /** Undefined if the system does not know them. */
  usbIds?: () => Promise<UsbIds | undefined>;
  /** Called after a disconnect, because a different device may be connected next. */
  forgetDevice?: () => void;
}
