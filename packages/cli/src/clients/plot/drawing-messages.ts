import type { FilePlan, FilePlanOptions, PlanStage } from '@stationery/drawing';

export interface DrawingTask {
  readonly files: readonly Uint8Array[];
  readonly options: FilePlanOptions;
  readonly thinkMs: number;
}

/** Messages from the thread. Errors lose their class on the way, so the message names it. */
export type FromDrawingWorker =
  | { kind: 'stage'; stage: PlanStage }
  | { kind: 'planned'; plan: FilePlan }
  | { kind: 'option'; option: string; message: string }
  | { kind: 'unusable'; message: string };
