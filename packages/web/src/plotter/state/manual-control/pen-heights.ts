import type { MachineProfile } from '@stationery/client';

export type PenHeights = NonNullable<MachineProfile['penHeights']>;
export type PenPlace = keyof PenHeights;

/** Steps between the two heights when the dialog opens. */
const stepsBetween = 20;
/** How far the sliders exceed the heights of a machine without known limits. */
const stepsBeyond = 10;
/** Maximum number of steps to either side on a slider. */
const maxSteps = 500;

/** Steps upwards from the pen-down height at the time the dialog opened. */
export interface HeightScale {
  readonly from: number;
  /** The sign gives the direction of upwards. */
  readonly step: number;
  readonly min: number;
  readonly max: number;
}

interface Bounds {
  limits?: { min: number; max: number } | undefined;
  /** Lowest height that the machine accepts, used if it has no limits. */
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
    from,
    step,
    min: Math.min(0, Math.max(-beyond, lowest!)),
    max: Math.max(stepsTo(up), Math.min(stepsTo(up) + beyond, highest!)),
  };
}

/** Whether heights are rounded to whole numbers, because their unit is as small as that of a servo's pulse. */
export const isWhole = (step: number) => Math.abs(step) >= 10;

export const stepsAt = ({ from, step }: HeightScale, height: number): number => (height - from) / step;

/** Returns undefined outside the scale, or if the upper height would no longer be above the lower one. */
export function withHeight(
  heights: PenHeights,
  place: PenPlace,
  steps: number,
  { from, step, min, max }: HeightScale,
): PenHeights | undefined {
  if (steps < min || steps > max) return undefined;
  const parts = isWhole(step) ? 1 : 1000;
  const adjusted = { ...heights, [place]: Math.round((from + steps * step) * parts) / parts };
  return (adjusted.up - adjusted.down) * step > 0 ? adjusted : undefined;
}
