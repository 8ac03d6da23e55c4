import type { PlanFormatName } from '@stationery/contract/plan-formats';
import type {
  DrawingErrorCode,
  FoundMark,
  JobPen,
  Note,
  Plan,
  PlanFigures,
  PlanOptions,
} from '@stationery/drawing';
import type { Lines, Sketch } from '../sketch.ts';

/**
 * Requests to the worker. `revision` identifies a requested plan. The page ignores reports about older
 * revisions.
 */
export type WorkerRequest =
  | { kind: 'read'; files: readonly Blob[] }
  | { kind: 'plan'; revision: number; options: PlanOptions }
  /** Ends the improvement of the plan. */
  | { kind: 'finish' }
  /** Asks for the plan as a job that begins at this stroke. */
  | { kind: 'job'; from: number }
  /** Asks for the plan as a file in this format that begins at this stroke. */
  | { kind: 'file'; format: PlanFormatName; from: number }
  | { kind: 'timeline' };

export type WorkerReply =
  /** `part` is the share of the files that was read, from 0 to 1. */
  | { kind: 'reading'; part: number }
  | { kind: 'read'; sketch: Sketch }
  /** `why` is a message for the user; undefined for an error in this program. */
  | { kind: 'failed'; why: string | undefined; code?: DrawingErrorCode | undefined }
  | { kind: 'plan'; report: PlanReport }
  /** These settings are not possible for this drawing, but others may be. */
  | { kind: 'refused'; revision: number; why: string; option?: string; code?: DrawingErrorCode | undefined }
  /** There is no plan from which a job, file or timeline could be made. */
  | { kind: 'unplanned' }
  | { kind: 'job'; job: PlannedJob }
  /** `ending` is the file extension. */
  | { kind: 'file'; file: Blob; ending: string }
  | ({ kind: 'timeline' } & PlotTimeline);

export interface PlanReport {
  revision: number;
  /** Whether the plan is still being improved. */
  isImproving: boolean;
  before: PlanFigures;
  now: PlanFigures;
  pens: number;
  warnings: readonly Note[];
  /** Pen-up moves in millimetres on the paper, each as x and y of its start and of its end. */
  travel: Float32Array;
  /** Centres of the registration marks that it draws, on the paper. */
  marks: Plan['marks'];
  /** The drawn lines on the paper, if operations changed them. Sent only in the first report of a plan. */
  lines?: DrawnLines;
}

/** Lines on the paper in plotting order. `layerOf` is the pen of each line. */
export interface DrawnLines extends Lines {
  colours: readonly string[];
  widthsMm: readonly number[];
}

/** Times at which the pen reaches the points of the lines. */
export interface PlotTimeline {
  lines: DrawnLines;
  /** Arrival time of the pen at each point. */
  atMs: Float64Array;
  totalMs: number;
}

export interface PlannedJob {
  script: Blob;
  pauses: { before: number; reason: string }[];
  /** The pens in the order in which they are used. */
  pens: JobPen[];
  /** The scale of the script's positions. */
  stepsPerMm: number;
  marks: { xMm: number; yMm: number }[];
  foundMarks?: FoundMark[];
}
