import type { PlanFormatName } from '@stationery/contract/plan-formats';
import type { DrawingErrorCode, JobPen, Note, PlanFigures, PlanOptions } from '@stationery/drawing';
import type { Lines, Sketch } from '../sketch.ts';

/** Requests to the worker. `revision` identifies a plan: reports about older ones are ignored. */
export type WorkerRequest =
  | { kind: 'read'; files: readonly Blob[] }
  | { kind: 'plan'; revision: number; options: PlanOptions }
  /** Ends the improvement. */
  | { kind: 'finish' }
  /** The plan as a job, from a stroke on. */
  | { kind: 'job'; from: number }
  /** The plan as a file in this format, from a stroke on. */
  | { kind: 'file'; format: PlanFormatName; from: number }
  | { kind: 'timeline' };

export type WorkerReply =
  /** How much of the file is read, from 0 to 1. */
  | { kind: 'reading'; part: number }
  | { kind: 'read'; sketch: Sketch }
  /** `why`: message for the user; undefined for an error in this program. */
  | { kind: 'failed'; why: string | undefined; code?: DrawingErrorCode | undefined }
  | { kind: 'plan'; report: PlanReport }
  /** These settings are not possible for this drawing; others may be. */
  | { kind: 'refused'; revision: number; why: string; code?: DrawingErrorCode | undefined }
  /** There is no plan to make a job, file or timeline of. */
  | { kind: 'unplanned' }
  | { kind: 'job'; job: PlannedJob }
  /** `ending`: the file extension. */
  | { kind: 'file'; file: Blob; ending: string }
  | ({ kind: 'timeline' } & PlotTimeline);

export interface PlanReport {
  revision: number;
  /** Whether it is still being improved. */
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
  /** Arrival time of the pen at each point. */
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
  marks: { xMm: number; yMm: number }[];
}
