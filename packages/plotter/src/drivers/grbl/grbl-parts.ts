import type { Clock, Logger } from '@stationery/core';
import type { ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';

export interface GrblTimes extends ConnectionTimes {
  /** Poll interval of a busy machine. */
  pollMs: number;
  /** Poll interval of an idle machine, whose door may be opened. */
  idlePollMs: number;
  /** A machine that does not answer for this long counts as gone. */
  silentMs: number;
  /** Maximum duration of homing, during which Grbl answers nothing. */
  homingMs: number;
  /** How long a machine at rest may owe a reply. */
  graceMs: number;
  /** Delay after the last command before a barrier is sent. */
  drainMs: number;
  /** Maximum braking time. */
  brakeMs: number;
  /** Delay before retrying a machine that gave no valid answer. */
  againMs: number;
}

export const defaultTimes: GrblTimes = {
  openMs: 10_000,
  closeMs: 2_000,
  retryFirstMs: 250,
  retryLongestMs: 5_000,
  pollMs: 250,
  idlePollMs: 1_000,
  silentMs: 3_000,
  homingMs: 180_000,
  graceMs: 1_500,
  drainMs: 25,
  brakeMs: 10_000,
  againMs: 10_000,
};

export interface GrblParts extends LinkPort {
  clock: Clock;
  log: Logger;
  times?: Partial<GrblTimes>;
}
