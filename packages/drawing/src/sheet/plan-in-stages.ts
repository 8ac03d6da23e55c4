import type { FilePlanOptions } from '../plan/file-layers.ts';
import type { FilePlan, FilePlanBudget } from './plan-file.ts';
import { planFile } from './plan-file.ts';
import type { FileContent } from './read-sheet.ts';

/** How far a file has come on its way to a plan. */
export type PlanStage =
  /** The file is read, and its lines are made ready for the pen. */
  | { readonly state: 'reading' }
  /** There is a plan, and a better order is looked for. */
  | {
      readonly state: 'ordering';
      readonly thoughtMs: number;
      readonly thinkMs: number;
      /** Between strokes, as it would be now. */
      readonly travelMm: number;
    };

export type StagedBudget = Omit<FilePlanBudget, 'onProgress'> & {
  readonly onStage: (stage: PlanStage) => void;
};

/**
 * As `planFile`, and reports its progress. The time to think begins when there is an order to think about, so
 * that a large drawing gets all of it too.
 */
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
