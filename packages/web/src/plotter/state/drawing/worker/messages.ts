import type { PlanFormatName } from '@stationery/contract/plan-formats';
import type { DrawingErrorCode, JobPen, Note, PlanFigures, PlanOptions } from '@stationery/drawing';
import type { Lines, Sketch } from '../sketch.ts';

/** Requests to the worker. `revision` identifies a plan: reports about older ones are ignored. */
export type WorkerRequest =
  | { kind: 'read'; files: readonly Blob[] }
  | { kind: 'plan'; revision: number; options: PlanOptions }
  /** The plan is good enough. */
  | { kind: 'finish' }
  | { kind: 'job' }
  /** The plan as a file in this format. */
  | { kind: 'file'; format: PlanFormatName }
  | { kind: 'timeline' };

export type WorkerReply =
  /** How much of the file is read, from 0 to 1. */
  | { kind: 'reading'; part: number }
  | { kind: 'read'; sketch: Sketch }
  /** `why` is a message for a person; undefined where the cause is an error in this program. */
  | { kind: 'failed'; why: string | undefined; code?: DrawingErrorCode | undefined }
  | { kind: 'plan'; report: PlanReport }
  /** These settings are not possible for this drawing; others may be. */
  | { kind: 'refused'; revision: number; why: string; code?: DrawingErrorCode | undefined }
  | { kind: 'job'; job: PlannedJob }
  /** `ending`: how the names of such files end. */
  | { kind: 'file'; file: Blob; ending: string }
  | ({ kind: 'timeline' } & PlotTimeline);

export interface PlanReport {
  revision: number;
  /** It is still getting better. */
  isImproving: boolean;
  before: PlanFigures;
  now: PlanFigures;
  pens: number;
  warnings: readonly Note[];
  /** Pen-up travel in millimetres on the paper: from x, y to x, y, and so on. */
  travel: Float32Array;
  /** The drawn lines on the paper if operations changed them; in the first report of a plan. */
  lines?: DrawnLines;
}

/** Lines on the paper in the order drawn; `layerOf` is the pen. */
export interface DrawnLines extends Lines {
  colours: readonly string[];
  widthsMm: readonly number[];
}

/** Times of the points. */
export interface PlotTimeline {
  lines: DrawnLines;
  /** For each point of the lines, when the pen is there. */
  atMs: Float64Array;
  totalMs: number;
}

export interface PlannedJob {
  script: Blob;
  pauses: { before: number; reason: string }[];
  /** In the order in which they are used. */
  pens: JobPen[];
  /** The scale of the script. */
  stepsPerMm: number;
}
