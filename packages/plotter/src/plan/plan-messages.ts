import type { AnswerOf, BodyOf, plotterRoutes } from '@stationery/contract';
import type { Machine, PlanStage, SvgPlanOptions } from '@stationery/drawing';

export type PlanRequest = BodyOf<typeof plotterRoutes.planDrawing>;
export type DrawingPlan = AnswerOf<typeof plotterRoutes.planDrawing>;

/** What is asked of a worker. */
export interface PlanTask {
  file: Uint8Array<ArrayBuffer>;
  /** The file came as text in UTF-8, whatever encoding its first line names. */
  isText: boolean;
  machine: Machine;
  options: SvgPlanOptions;
  thinkMs: number;
  include: readonly ('strokes' | 'commands')[];
  job: PlanRequest['job'] | undefined;
}

/** The two documents that are made of a plan. */
export type PlanDocument = 'answer' | 'job';

export type ToPlanWorker =
  | { ask: 'plan'; task: PlanTask }
  | { ask: 'piece'; of: PlanDocument }
  /** Nothing more will be asked of this plan. */
  | { ask: 'forget' };

export type FromPlanWorker =
  | { tell: 'stage'; stage: PlanStage }
  | { tell: 'planned' }
  | { tell: 'refused'; why: PlanRefusal; message: string; option?: string }
  | { tell: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { tell: 'end' };

export type PlanRefusal = 'unusable' | 'too-large' | 'option' | 'not-text';
