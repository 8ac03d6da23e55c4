import type { Clock, Logger } from '@stationery/core';
import type { ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';
import type { DriverMemory } from '../family.ts';

export interface EbbSettings {
  /** Acceleration with the pen up, if different from that with the pen down. */
  travelAccelerationMmS2?: number;
  /** Idle motors are switched off after this time; 0 for never. */
  motorsOffAfterMs?: number;
}

export interface EbbDriverDeps extends LinkPort {
  clock: Clock;
  log: Logger;
  settings?: EbbSettings;
  memory?: DriverMemory | undefined;
  firstSession?: number | undefined;
  times?: Partial<ConnectionTimes>;
  random?: () => number;
}

/** Sixteenths of a motor step per mm, with the pulleys of an AxiDraw. Other machines have it in their profile. */
export const ebbStepsPerMm = 80;
/** Corner deviation used by the manufacturers' programs. */
export const defaultDeviationMm = 0.127;
