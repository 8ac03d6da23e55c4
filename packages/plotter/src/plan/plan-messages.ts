import type { AnswerOf, BodyOf, plotterRoutes } from '@stationery/contract';
import type { PlanFormatName } from '@stationery/contract/drawing-formats';
import type { FilePlanOptions, PlanStage, WriteOptions } from '@stationery/drawing';

export type PlanRequest = BodyOf<typeof plotterRoutes.planDrawing>;
export type DrawingPlan = AnswerOf<typeof plotterRoutes.planDrawing>;

/** What is asked of a worker. */
export interface PlanTask {
  /** The drawings of one sheet. */
  files: Uint8Array<ArrayBuffer>[];
  /** They came as text in UTF-8, whatever encoding their first line names. */
  isText: boolean;
  machine: WriteOptions['machine'];
  options: FilePlanOptions;
  thinkMs: number;
  include: readonly ('strokes' | 'commands')[];
  job: PlanRequest['job'] | undefined;
  /** The format of the document `file`. */
  format?: PlanFormatName | undefined;
}

/** The documents that are made of a plan. */
export type PlanDocument = 'answer' | 'job' | 'file';

export type ToPlanWorker =
  | { ask: 'plan'; task: PlanTask }
  | { ask: 'piece'; of: PlanDocument }
  /** Nothing more will be asked of this plan. */
  | { ask: 'forget' };

export type FromPlanWorker =
  | { tell: 'stage'; stage: PlanStage }
  | Planned
  | { tell: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'end' };

/** The result for a drawing, and how much memory the thread uses by then. */
export type Planned = PlanOutcome & { heldBytes: number };

export type PlanOutcome =
  | { tell: 'planned' }
  | { tell: 'refused'; why: PlanRefusal; message: string; option?: string };

export type PlanRefusal = 'not-readable' | 'unusable' | 'too-large' | 'option' | 'not-text';
