import type { Clock, Logger } from '@stationery/core';
import { type ConnectionTimes, defaultConnectionTimes } from '../../link/connection.ts';
import type { LinkPort } from '../../link/link-port.ts';
import type { DriverLink } from '../kernel/driver-link.ts';
import type { CommandQueue } from '../kernel/queue.ts';
import type { LinkEvent } from '../link.ts';
import type { LineDialect } from './dialect.ts';
import type { KnownBoard } from './known-board.ts';
import type { LineCommand, LineLedger } from './line-command.ts';
import type { AsksVersion, OpeningQuestion } from './opening-question.ts';
import type { Resync, ResyncTimes } from './resync.ts';

export interface LinkTimes extends ConnectionTimes, ResyncTimes {
  /** Time until an unanswered stop is reported to the caller. */
  stopMs: number;
  /** How long a possible stray line waits for a better reply. */
  holdMs: number;
}

export const defaultLinkTimes: LinkTimes = {
  ...defaultConnectionTimes,
  graceMs: 1_500,
  resyncTimeoutMs: 10_000,
  maxResyncTimeoutMs: 60_000,
  stopMs: 5_000,
  holdMs: 3_000,
};

export interface LinesDeps extends LinkPort {
  dialect: LineDialect;
  clock: Clock;
  log: Logger;
  times?: Partial<LinkTimes>;
  maxLineBytes?: number;
  firstSession?: number;
  /** When to ask the version of a board that did not identify itself at the opening. */
  asksVersion?: () => AsksVersion;
  /** Returns the next question after a refusal that is typical of a different family. */
  questionAfter?: (refusal: string) => string | undefined;
  /** Runs for each event after all listeners. */
  onEvent?: (event: LinkEvent) => void;
}

export interface LinesState {
  clock: Clock;
  log: Logger;
  times: LinkTimes;
  link: DriverLink;
  board: KnownBoard;
  ledger: LineLedger;
  queue: CommandQueue<LineCommand>;
  question: OpeningQuestion;
  resync: Resync;
  asksVersion: () => AsksVersion;
}
