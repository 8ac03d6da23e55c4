import type { MachineProfile } from '@stationery/client';

export type PenHeights = NonNullable<MachineProfile['penHeights']>;
export type PenPlace = keyof PenHeights;

/** Number of steps between the two heights when the dialog opens. */
const stepsBetween = 20;

/** The size of a step, with the sign of the upward direction. */
export function heightStep({ up, down }: PenHeights): number {
  const step = (up - down) / stepsBetween;
  return step === 0 ? 1 : step;
}

/** The height after a step up or down; undefined if up would no longer be above down, or out of range. */
export function adjustHeight(
  heights: PenHeights,
  change: { place: PenPlace; steps: number; step: number; least?: number },
): PenHeights | undefined {
  const { place, steps, step, least = Number.NEGATIVE_INFINITY } = change;
  const moved = Math.round((heights[place] + steps * step) * 1000) / 1000;
  const adjusted = { ...heights, [place]: moved };
  return moved >= least && (adjusted.up - adjusted.down) * step > 0 ? adjusted : undefined;
}
