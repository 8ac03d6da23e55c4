import type { JobReason } from '@stationery/contract';
import type { Profile } from '../../drivers/profile.ts';

/** Relative difference of scales that is invisible even on the largest sheet. */
const smallestDifference = 0.0001;

/** Returns why a drawing cannot start: planned for a different scale, it would have the wrong size. */
export function otherScale(
  planned: number | null,
  { stepsPerMm }: Pick<Profile, 'stepsPerMm'>,
): JobReason | undefined {
  if (planned === null || Math.abs(stepsPerMm / planned - 1) <= smallestDifference) return undefined;
  return { code: 'job-other-scale', planned, plotter: stepsPerMm };
}
