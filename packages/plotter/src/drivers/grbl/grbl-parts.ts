import type { Clock, Logger } from '@stationery/core';
import type { ConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';

export interface GrblTimes extends ConnectionTimes {
  /** How often a busy machine is asked how it is. */
  pollMs: number;
  /** How often an idle machine is asked: its door may be opened. */
  idlePollMs: number;
  /** A machine that answers no question for this long counts as gone. */
  silentMs: number;
  /** How long homing may take, in which Grbl answers nothing. */
  homingMs: number;
  /** How long a machine at rest may leave a line unanswered. */
  graceMs: number;
  /** After the last command of a row it is found out when it was carried out. */
  drainMs: number;
  /** How long a machine may take to brake. */
  brakeMs: number;
  /** After this long a machine that was not understood is tried again. */
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
