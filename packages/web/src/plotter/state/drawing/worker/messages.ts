import type { JobPen, Note, PlanFigures, PlanOptions } from '@stationery/drawing';
import type { Sketch } from '../sketch.ts';

/** What the page asks of its worker. `turn` names a plan: what comes back for an older one is not looked at. */
export type Ask =
  | { kind: 'read'; file: Blob }
  | { kind: 'plan'; turn: number; options: PlanOptions }
  /** The plan is good enough. */
  | { kind: 'enough' }
  | { kind: 'job' };

export type Tell =
  | { kind: 'read'; sketch: Sketch }
  /** With a message for a person, or none where only a mistake of ours can be the reason. */
  | { kind: 'failed'; why: string | undefined }
  | { kind: 'thought'; thought: Thought }
  | { kind: 'job'; job: Job };

export interface Thought {
  turn: number;
  isThinking: boolean;
  before: PlanFigures;
  now: PlanFigures;
  pens: number;
  warnings: readonly Note[];
  /** The ways with the pen up in millimetres on the paper: from x, y to x, y, and so on. */
  travel: Float32Array;
}

export interface Job {
  script: Blob;
  pauses: { before: number; reason: string }[];
  /** What it is drawn with, in order. */
  pens: JobPen[];
}
