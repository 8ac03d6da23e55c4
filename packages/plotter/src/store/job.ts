import type { AnswerOf, plotterRoutes } from '@stationery/contract';

export type JobResource = AnswerOf<typeof plotterRoutes.getJob>;
export type JobState = JobResource['state'];

/** A point in a job where it waits for a person. */
export interface Pause {
  /** The index of the command before which it waits. */
  before: number;
  /** What the person should do. */
  reason: string;
}

/** The pen that is used from a command on. For display only. */
export interface Pen {
  name: string;
  /** As `#rrggbb`. */
  colour: string;
  from: number;
}

/** The outcome of one command of a job. */
export interface CommandOutcome {
  ok: boolean;
  terminalLine: string;
  lines: readonly string[];
  error?: 'timeout' | 'disconnected';
}

/** States in which a job is running or paused. */
export const activeStates = ['running', 'pausing', 'cancelling'] as const;

export function isOver(state: JobState): boolean {
  return ['done', 'failed', 'cancelled'].includes(state.state);
}
