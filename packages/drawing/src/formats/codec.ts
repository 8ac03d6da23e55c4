import type { Drawing } from '../drawing.ts';
import type { Machine } from '../motion/machine.ts';
import type { Plan } from '../plan/plan.ts';
import type { ReadOptions } from '../reading/options.ts';

/**
 * Reads a file. The notes of the drawing list everything that is not drawn. Throws a `DrawingError` if a limit
 * is exceeded.
 */
export type Reader = (file: string | Uint8Array, options: ReadOptions) => Drawing;

export interface WriteOptions {
  readonly machine: Machine & {
    /** Decides the meaning of pen heights: values for `M3 S…` or `M280 S…`, or Z in millimetres. */
    readonly penControl?: 'servo' | 'spindle' | 'z';
  };
}

/** Writes a plan in pieces, because a large plan exceeds the maximum length of a string. */
export type PlanWriter = (plan: Plan, options: WriteOptions) => Iterable<string>;
