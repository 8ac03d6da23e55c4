import type { FilePlanOptions } from '../plan/file-layers.ts';
import { type FilePlan, type FilePlanBudget, planFile } from './plan-file.ts';
import type { FileContent } from './read-drawings.ts';

export type PlanStage =
  /** The file is being read and its lines are being prepared. */
  | { readonly state: 'reading' }
  /** There is a plan, and a better order is being searched. */
  | {
      readonly state: 'ordering';
      readonly thoughtMs: number;
      readonly thinkMs: number;
      /** Pen-up distance between strokes in the current plan. */
      readonly travelMm: number;
    };

export type StagedBudget = Omit<FilePlanBudget, 'onProgress'> & {
  readonly onStage: (stage: PlanStage) => void;
};

/** Plans and reports the stages. The search time starts when there is an order to improve. */
export async function planInStages(
  file: FileContent | readonly FileContent[],
  options: FilePlanOptions,
  { thinkMs = 0, signal, onStage, ...rest }: StagedBudget,
): Promise<FilePlan> {
  const enough = new AbortController();
  let startedAtMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  onStage({ state: 'reading' });
  try {
    return await planFile(file, options, {
      ...rest,
      thinkMs: thinkMs > 0 ? Number.POSITIVE_INFINITY : 0,
      signal: signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]),
      onProgress({ travelMm }) {
        if (startedAtMs === undefined) {
          startedAtMs = performance.now();
          timer = setTimeout(() => enough.abort(), thinkMs);
        }
        const thoughtMs = Math.min(thinkMs, Math.round(performance.now() - startedAtMs));
        onStage({ state: 'ordering', thoughtMs, thinkMs, travelMm });
      },
    });
  } finally {
    clearTimeout(timer);
  }
}
