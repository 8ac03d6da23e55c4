import type { Machine } from '../motion/machine.ts';
import type { Plan } from '../plan/plan.ts';

/** What a writer may want to know of the machine that the file is for. */
export interface WriteOptions {
  readonly machine: Machine & {
    /** How the pen is moved, and between which heights: numbers of `M3 S…` or `M280 S…`, or millimetres of Z. */
    readonly penControl?: 'servo' | 'z';
    readonly penHeights?: { readonly up: number; readonly down: number };
  };
}

/** Writes a plan in one format, a piece at a time: a large plan is longer than a text may be. */
export type PlanWriter = (plan: Plan, options: WriteOptions) => Iterable<string>;

/** A number as short as it can be written at so many decimals, and never `-0`. */
export function short(value: number, decimals: number): string {
  const factor = 10 ** decimals;
  return `${(Math.round(value * factor) + 0) / factor}`;
}
