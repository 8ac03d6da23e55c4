import type { DriverName } from '@stationery/contract';
import type { BytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** A port that a link keeps open. */
export interface LinkPort {
  /** `baudRate`: overrides the configured rate, if the port has one. */
  openPort: (baudRate?: number) => Promise<BytePort>;
  /** The rate of the settings; left out if the port has no rate. */
  baudRate?: number;
  /** The requested path; an open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** The driver of the device, if certain before opening: a simulator. */
  driver?: DriverName;
  /** The USB ids of the device, if the system knows them. */
  usbIds?: () => Promise<{ vendorId: string; productId: string } | undefined>;
  /** Called after a disconnect, because a different device may be connected next. */
  forgetDevice?: () => void;
}
