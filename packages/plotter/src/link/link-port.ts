import type { OpenBytePort } from '@stationery/core';
import type { SettleTimes } from './settling.ts';

/** What a link must know of the port that it keeps open. */
export interface LinkPort {
  openPort: OpenBytePort;
  /** What was asked for; an open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** After a disconnect another device may take the place of the last. */
  forgetDevice?: () => void;
}
