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

/** The page ignores reports about older revisions. */
export type WorkerRequest =
  | { kind: 'read'; files: readonly Blob[] }
  | { kind: 'plan'; revision: number; options: PlanOptions }
  | { kind: 'finish' }
  /** The job begins at stroke `from`. */
  | { kind: 'job'; from: number }
  /** The file begins at stroke `from`. */
  | { kind: 'file'; format: PlanFormatName; from: number }
  | { kind: 'timeline' };

export type WorkerReply =
  /** `part` is from 0 to 1. */
  | { kind: 'reading'; part: number }
  | { kind: 'read'; sketch: Sketch }
  /** `why` is for the user; undefined for an error in this program. */
  | { kind: 'failed'; why: string | undefined; code?: DrawingErrorCode | undefined }
  | { kind: 'plan'; report: PlanReport }
  /** Other settings may be possible for this drawing. */
  | { kind: 'refused'; revision: number; why: string; option?: string; code?: DrawingErrorCode | undefined }
  /** There is no plan from which a job, file or timeline could be made. */
  | { kind: 'unplanned' }
  | { kind: 'job'; job: PlannedJob }
  /** `ending` is the file extension. */
  | { kind: 'file'; file: Blob; ending: string }
  | ({ kind: 'timeline' } & PlotTimeline);

export interface PlanReport {
  revision: number;
  isImproving: boolean;
  before: PlanFigures;
  now: PlanFigures;
  pens: number;
  warnings: readonly Note[];
  /** In millimetres on the paper: x and y of each start and end. */
  travel: Float32Array;
  /** Positions on the paper. */
  marks: Plan['marks'];
  /** Present if operations changed the lines. Only in the first report of a plan. */
  lines?: DrawnLines;
}

/** In plotting order. `layerOf` is the pen of each line. */
export interface DrawnLines extends Lines {
  colours: readonly string[];
  widthsMm: readonly number[];
}

export interface PlotTimeline {
  lines: DrawnLines;
  /** When the pen reaches each point. */
  atMs: Float64Array;
  totalMs: number;
}

export interface PlannedJob {
  script: Blob;
  pauses: { before: number; reason: string }[];
  /** In the order in which they are used. */
  pens: JobPen[];
  /** Unit of the script's positions. */
  stepsPerMm: number;
  marks: { xMm: number; yMm: number }[];
  foundMarks?: FoundMark[];
}
