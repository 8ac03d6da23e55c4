import type { AnswerOf, plotterRoutes } from '@stationery/contract';

export type JobResource = AnswerOf<typeof plotterRoutes.getJob>;
export type JobState = JobResource['state'];

/** A planned pause that waits for the user. */
export interface Pause {
  /** Index of the command after the pause. */
  before: number;
  /** Instruction for the user. */
  reason: string;
  /** Where the carriage waits if not on the sheet, for example to dip the pen. */
  at?: string;
}

/** The pen used from a command on. For display only. */
export interface Pen {
  name: string;
  /** As `#rrggbb`. */
  colour: string;
  from: number;
  /** Where the pen is dipped. */
  dip?: string;
}

/** The centre of a registration mark, in millimetres from the origin. */
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

export function isOver(state: JobState): boolean {
  return ['done', 'failed', 'cancelled'].includes(state.state);
}
