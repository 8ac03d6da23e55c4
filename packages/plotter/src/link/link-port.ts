import type { DriverName } from '@stationery/contract';
import type { OpenBytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** What a link must know of the port that it keeps open. */
export interface LinkPort {
  openPort: OpenBytePort;
  /** What was asked for; an open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** Which driver the device needs, where that is certain before it is opened: a simulator. */
  driver?: DriverName;
  /** What the system knows of the device, where it knows anything. */
  usbIds?: () => Promise<{ vendorId: string; productId: string } | undefined>;
  /** After a disconnect another device may take the place of the last. */
  forgetDevice?: () => void;
}
