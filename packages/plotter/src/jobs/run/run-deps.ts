import type { because } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { Driver } from '../../drivers/driver.ts';
import type { SettingKind } from '../../drivers/language/effect.ts';
import type { Profile } from '../../drivers/profile.ts';
import type { PositionTracker } from '../../machine/position-tracker.ts';
import type { Pause } from '../../store/job.ts';
import type { JobCommands } from '../record/job-commands.ts';
import type { Journal } from '../record/journal.ts';

type Why = ReturnType<typeof because>;

/** `next`: the first command still to be executed, after a failed one. */
export type RunEnd =
  | { end: 'done' }
  | { end: 'paused'; next: number; reason?: string }
  | ({ end: 'failed'; next: number } & Why)
  | ({ end: 'cancelled'; next: number } & Why)
  | ({ end: 'interrupted'; next: number; unknown: number | null } & Why);

export interface RunDeps {
  jobId: number;
  total: number;
  timeoutMs: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  commands: JobCommands;
  pauses: readonly Pause[];
  journal: Journal;
  driver: Driver;
  tracker: PositionTracker;
  clock: Clock;
  profile: Profile;
  /** The session of the run. Nothing is sent in a different one. */
  session: number;
  /** The job itself has restarted the board: it continues in this session from the pen position. */
  onRestart: (session: number) => void;
  /** `ZERO` was answered in this session: the origin has changed. */
  onZero: (session: number) => void;
  /** The user has confirmed that the pen is at the origin. */
  onOriginSet: () => void;
  /** Called before a command that changes a persistent setting. */
  onSetting: (kind: SettingKind) => void;
  onProgress: () => void;
}

export interface Prelude {
  /** Restore default settings before a new job, as far as the machine supports them. */
  defaults?: readonly string[];
  commands: readonly string[];
  /** The one of `commands` that a board may refuse. */
  optional?: string;
}
