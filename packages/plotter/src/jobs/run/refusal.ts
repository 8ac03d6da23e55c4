import type { JobReason, Refusal } from '@stationery/contract';
import type { Driver } from '../../drivers/driver.ts';
import type { Profile } from '../../drivers/profile.ts';
import { isWithin } from '../../machine/area.ts';

type RefusedReason = Extract<JobReason, { code: 'command-refused' }>;

interface RefusalContext {
  profile: Pick<Profile, 'stepsPerMm' | 'limits'>;
  driver: Pick<Driver, 'refusalOf' | 'effectOf' | 'isRecognised'>;
}

/** Positions are in millimetres. */
export function refusalOf(
  command: string,
  terminalLine: string,
  { profile, driver }: RefusalContext,
): Refusal {
  const code = driver.refusalOf(terminalLine);
  const { move } = driver.effectOf(command);
  if (code !== 'outside-limits' || typeof move !== 'object' || !('to' in move)) return { code };
  const place = move.to;
  const { limits } = profile;
  const mm = (steps: number) => Math.round((steps / profile.stepsPerMm) * 10) / 10;
  return {
    code,
    xMm: mm(place.x),
    yMm: mm(place.y),
    ...(limits !== null &&
      !isWithin(place, limits) && {
        limitsMm: {
          minX: mm(limits.minX),
          maxX: mm(limits.maxX),
          minY: mm(limits.minY),
          maxY: mm(limits.maxY),
        },
      }),
  };
}

export function refusedReason(command: string, terminalLine: string, context: RefusalContext): RefusedReason {
  return {
    code: 'command-refused',
    command,
    reply: terminalLine,
    refusal: refusalOf(command, terminalLine, context),
    ...(context.driver.isRecognised === false && { unrecognised: true }),
  };
}
