import type { DriverName } from '@stationery/contract';
import type { OpenBytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** A port that a link keeps open. */
export interface LinkPort {
  openPort: OpenBytePort;
  /** The requested path; while the port is open its own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** Which driver the device needs, where that is certain before it is opened: a simulator. */
  driver?: DriverName;
  /** The USB ids of the device, if the system knows them. */
  usbIds?: () => Promise<{ vendorId: string; productId: string } | undefined>;
  /** After a disconnect another device may take the place of the last. */
  forgetDevice?: () => void;
}
