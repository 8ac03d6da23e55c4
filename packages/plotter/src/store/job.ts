import type { AnswerOf, plotterRoutes } from '@stationery/contract';

export type JobResource = AnswerOf<typeof plotterRoutes.getJob>;
export type JobState = JobResource['state'];

export interface Pause {
  /** The command after the pause. */
  before: number;
  reason: string;
  /** Where to pause if not at the sheet, for example to dip the pen. */
  at?: string;
}

/** A pen that is used from a command on. For display only. */
export interface Pen {
  name: string;
  /** As `#rrggbb`. */
  colour: string;
  from: number;
  dip?: string;
}

/** Position of a mark, in millimetres from the origin. */
export interface Mark {
  xMm: number;
  yMm: number;
}

export type Alignment = NonNullable<JobResource['alignment']>;

export interface CommandOutcome {
  ok: boolean;
  terminalLine: string;
  lines: readonly string[];
  error?: 'timeout' | 'disconnected';
}

/** States in which a run of the job is in progress. */
export const activeStates = ['running', 'pausing', 'cancelling'] as const;
/** All states except those of `isOver`. */
export const openStates = [...activeStates, 'queued', 'held', 'paused', 'interrupted'] as const;

export function isOver(state: JobState): boolean {
  return ['done', 'failed', 'cancelled'].includes(state.state);
}
