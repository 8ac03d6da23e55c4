import type { Drawing } from '../drawing.ts';
import type { Machine } from '../motion/machine.ts';
import type { Plan } from '../plan/plan.ts';
import type { ReadOptions } from '../reading/options.ts';

/** The drawing's notes list what is not drawn. Throws a `DrawingError` if a limit is exceeded. */
export type Reader = (file: string | Uint8Array, options: ReadOptions) => Drawing;

export interface WriteOptions {
  readonly machine: Machine & {
    /** Decides what pen heights are: values for `M3 S…` or `M280 S…`, or Z in millimetres. */
    readonly penControl?: 'servo' | 'spindle' | 'z';
  };
}

/** In pieces, because a large plan exceeds the maximum length of a string. */
export type PlanWriter = (plan: Plan, options: WriteOptions) => Iterable<string>;
