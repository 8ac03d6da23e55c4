import type { PlanStage, SvgPlan, SvgPlanOptions } from '@stationery/drawing';

export interface DrawingTask {
  readonly file: Uint8Array;
  readonly options: SvgPlanOptions;
  readonly thinkMs: number;
}

/** What the thread says; errors lose their kind on the way, so it is said with them. */
export type FromDrawingWorker =
  | { tell: 'stage'; stage: PlanStage }
  | { tell: 'planned'; plan: SvgPlan }
  | { tell: 'option'; option: string; message: string }
  | { tell: 'unusable'; message: string };
