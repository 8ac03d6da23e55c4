import type { Clock, Logger } from '@stationery/core';
import type { ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';
import type { DriverMemory } from '../family.ts';

export interface EbbSettings {
  /** With the pen up, where that is not the same as with the pen down. */
  travelAccelerationMmS2?: number;
  /** Motors that were idle for so long are switched off; 0 for never. */
  motorsOffAfterMs?: number;
}

export interface EbbDriverParts extends LinkPort {
  clock: Clock;
  log: Logger;
  settings?: EbbSettings;
  memory?: DriverMemory | undefined;
  times?: Partial<ConnectionTimes>;
  random?: () => number;
}

export const defaultTimes: ConnectionTimes = {
  openMs: 10_000,
  closeMs: 2000,
  retryFirstMs: 250,
  retryLongestMs: 5000,
};
/** In sixteenths of a step of the motors: with the pulleys of an AxiDraw. Other machines have it in their profile. */
export const ebbStepsPerMm = 80;
/** As in the programs that are sold with these machines. */
export const defaultDeviationMm = 0.127;
