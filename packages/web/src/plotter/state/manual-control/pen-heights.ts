import type { MachineProfile } from '@stationery/client';

export type PenHeights = NonNullable<MachineProfile['penHeights']>;
export type PenPlace = keyof PenHeights;

/** Number of steps between the two heights when the dialog opens. */
const stepsBetween = 20;
/** How far the sliders go beyond the heights of a machine without known limits, in steps. */
const stepsBeyond = 10;
/** The most that a slider can go to either side, in steps. */
const maxSteps = 500;

/** The sliders of both heights, in steps upwards from the pen-down height at the time the dialog opened. */
export interface HeightScale {
  readonly from: number;
  /** The height of a step, with the sign of the upward direction. */
  readonly step: number;
  readonly min: number;
  readonly max: number;
}

interface Bounds {
  limits?: { min: number; max: number } | undefined;
  /** The smallest height that the machine accepts. */
  least?: number;
}

export function heightScale(heights: PenHeights, { limits, least = -Infinity }: Bounds): HeightScale {
  const { up, down: from } = heights;
  const step = (up - from) / stepsBetween || 1;
  const stepsTo = (height: number) => (height - from) / step;
  const [lowest, highest] = [limits?.min ?? least, limits?.max ?? Infinity]
    .map(stepsTo)
    .sort((a, b) => a - b);
  const beyond = limits === undefined ? stepsBeyond : maxSteps;
  return {
    ...{ from, step },
    min: Math.min(0, Math.max(-beyond, lowest!)),
    max: Math.max(stepsTo(up), Math.min(stepsTo(up) + beyond, highest!)),
  };
}

export const stepsAt = ({ from, step }: HeightScale, height: number): number => (height - from) / step;

/** The heights with one of them moved, within the scale; undefined if up would no longer be above down. */
export function withHeight(
  heights: PenHeights,
  place: PenPlace,
  steps: number,
  { from, step, min, max }: HeightScale,
): PenHeights | undefined {
  if (steps < min || steps > max) return undefined;
  const adjusted = { ...heights, [place]: Math.round((from + steps * step) * 1000) / 1000 };
  return (adjusted.up - adjusted.down) * step > 0 ? adjusted : undefined;
}
