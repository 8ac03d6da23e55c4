import type { Setup, SetupProblem } from '@stationery/contract';

export type SetupStep = Setup['done'][number];

export interface StoredSetup {
  isFinished: boolean;
  revision: number;
  done: readonly SetupStep[];
  language: Setup['language'];
  /** Fingerprint of the last request to change the system. */
  requested?: string | undefined;
  problem?: SetupProblem | undefined;
}

export const newSetup: StoredSetup = { isFinished: false, revision: 0, done: [], language: null };
