import type { DriverName } from '@stationery/contract';
import type { BytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** A port that a link keeps open. */
export interface LinkPort {
  /** `baudRate`: instead of the rate of the settings, where the port has one. */
  openPort: (baudRate?: number) => Promise<BytePort>;
  /** The rate of the settings; left out if the port has no rate. */
  baudRate?: number;
  /** What was asked for; an open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** Which driver the device needs, where that is certain before it is opened: a simulator. */
  driver?: DriverName;
  /** The USB ids of the device, if the system knows them. */
  usbIds?: () => Promise<{ vendorId: string; productId: string } | undefined>;
  /** After a disconnect another device may take the place of the last. */
  forgetDevice?: () => void;
}
