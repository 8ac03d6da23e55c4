import type { JobReason } from '@stationery/contract';
import type { Profile } from '../drivers/profile.ts';

/** Less than a pen can show on the largest sheet. */
const smallestDifference = 0.0001;

/** Why commands that were planned for one scale are not sent to this machine: the drawing would have another size. */
export function otherScale(
  planned: number | null,
  { stepsPerMm }: Pick<Profile, 'stepsPerMm'>,
): JobReason | undefined {
  if (planned === null || Math.abs(stepsPerMm / planned - 1) <= smallestDifference) return undefined;
  return { code: 'job-other-scale', planned, plotter: stepsPerMm };
}
