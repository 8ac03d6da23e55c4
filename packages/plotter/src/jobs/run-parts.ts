import type { because } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import type { SettingKind } from '../drivers/language/effect.ts';
import type { Profile } from '../drivers/profile.ts';
import type { PositionTracker } from '../machine/position-tracker.ts';
import type { Pause } from '../store/job.ts';
import type { JobCommands } from './job-commands.ts';
import type { Journal } from './journal.ts';

/** Why it ended so: for a person, and as data. */
type Why = ReturnType<typeof because>;

/**
 * How a run ended. `next` is the first command that is still to be carried out; of a job that failed, the one behind the
 * command at which it did.
 */
export type RunEnd =
  | { end: 'done' }
  | { end: 'paused'; next: number; reason?: string }
  | ({ end: 'failed'; next: number } & Why)
  | ({ end: 'cancelled'; next: number } & Why)
  | ({ end: 'interrupted'; next: number; unknown: number | null } & Why);

export interface RunParts {
  jobId: number;
  total: number;
  timeoutMs: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  commands: JobCommands;
  /** Those that are still to come, in order. */
  pauses: readonly Pause[];
  journal: Journal;
  link: Driver;
  tracker: PositionTracker;
  clock: Clock;
  profile: Profile;
  /** The session of the link that the run belongs to: nothing of it is sent in another one. */
  session: number;
  /** The job itself has restarted the board: it continues in this session, from where the pen stands. */
  onRestart: (session: number) => void;
  /** `ZERO` was answered in this session: the board counts from elsewhere than before. */
  onZero: (session: number) => void;
  /** The place of the pen is the origin now, as a person said. */
  onOriginSet: () => void;
  /** The next command sets something that lasts. */
  onSetting: (kind: SettingKind) => void;
  /** A command was carried out, or never will be. */
  onProgress: () => void;
}

/** What brings the machine to where a job continues. */
export interface Prelude {
  /** Sets what is usual, as far as the machine takes it, before a job that begins. */
  usual?: readonly string[];
  commands: readonly string[];
  /** Of those, the one that a board may not know. */
  optional?: string;
}
