import type { Clock, Logger, OpenBytePort } from '@stationery/core';
import type { ConnectionTimes } from './connection.ts';
import type { ResyncTimes } from './resync.ts';
import type { SettleTimes } from './settling.ts';

export interface LinkTimes extends ConnectionTimes, ResyncTimes {
  /** How long a stop may go unanswered before the caller is told that it did. */
  stopMs: number;
  /** How long a last line that may be a stray one waits for a better reply to come. */
  holdMs: number;
}

export const defaultLinkTimes: LinkTimes = {
  openMs: 10_000,
  closeMs: 2_000,
  retryFirstMs: 250,
  retryLongestMs: 5_000,
  graceMs: 1_500,
  resyncTimeoutMs: 10_000,
  maxResyncTimeoutMs: 60_000,
  stopMs: 5_000,
  holdMs: 3_000,
};

/** What a link must know of the port that it keeps open. */
export interface LinkPort {
  openPort: OpenBytePort;
  /** What was asked for; an open port's own name is shown instead. */
  portPath: string;
  settle: SettleTimes;
  /** After a disconnect another device may take the place of the last. */
  forgetDevice?: () => void;
}

export interface LinkParts extends LinkPort {
  clock: Clock;
  log: Logger;
  times?: Partial<LinkTimes>;
  maxLineBytes?: number;
}
