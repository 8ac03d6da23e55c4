import type { AnswerOf, BodyOf, plotterRoutes } from '@stationery/contract';
import type { PlanFormatName } from '@stationery/contract/plan-formats';
import type { FilePlanOptions, PlanStage, WriteOptions } from '@stationery/drawing';

export type PlanRequest = BodyOf<typeof plotterRoutes.planDrawing>;
export type DrawingPlan = AnswerOf<typeof plotterRoutes.planDrawing>;

export interface PlanTask {
  files: Uint8Array<ArrayBuffer>[];
  /** Whether the files were sent as UTF-8 text, whatever encoding their first line names. */
  isText: boolean;
  machine: WriteOptions['machine'];
  options: FilePlanOptions;
  thinkMs: number;
  include: readonly ('strokes' | 'commands')[];
  job: PlanRequest['job'] | undefined;
  format?: PlanFormatName | undefined;
}

export type PlanDocument = 'answer' | 'job' | 'file';

export type ToPlanWorker =
  | { ask: 'plan'; task: PlanTask }
  | { ask: 'piece'; of: PlanDocument }
  | { ask: 'forget' };

export type FromPlanWorker =
  | { tell: 'stage'; stage: PlanStage }
  | Planned
  | { tell: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'end' };

export type Planned = PlanOutcome & { heldBytes: number };

export type PlanOutcome =
  | { tell: 'planned' }
  | { tell: 'refused'; why: PlanRefusal; message: string; option?: string };

type PlanRefusal = 'not-readable' | 'unusable' | 'too-large' | 'option' | 'not-text';
