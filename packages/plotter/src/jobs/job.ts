import type { AnswerOf, plotterRoutes } from '@stationery/contract';

export type JobResource = AnswerOf<typeof plotterRoutes.getJob>;
export type JobState = JobResource['state'];

/** Where the machine is and how its pen is, as far as that is known. */
export interface Place {
  position: { x: number; y: number } | null;
  pen: 'up' | 'down' | null;
}

/** What became of one command of a job. */
export interface CommandOutcome {
  ok: boolean;
  terminalLine: string;
  lines: readonly string[];
  error?: 'timeout' | 'disconnected';
}

/** States in which a job has the machine. */
export const activeStates = ['running', 'pausing', 'cancelling'] as const;

export function isOver(state: JobState): boolean {
  return ['done', 'failed', 'cancelled'].includes(state.state);
}
