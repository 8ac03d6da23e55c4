import type { FilePlan, FilePlanOptions, PlanStage } from '@stationery/drawing';

export interface DrawingTask {
  readonly files: readonly Uint8Array[];
  readonly options: FilePlanOptions;
  readonly thinkMs: number;
}

/** Messages from the drawing worker. Errors lose their class when posted between threads, so the message names it. */
export type FromDrawingWorker =
  | { kind: 'stage'; stage: PlanStage }
  | { kind: 'planned'; plan: FilePlan }
  | { kind: 'option'; option: string; message: string }
  | { kind: 'unusable'; message: string };
