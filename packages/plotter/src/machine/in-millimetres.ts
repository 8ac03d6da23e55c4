import type { Point } from '../drivers/geometry.ts';
import { isWithin } from './area.ts';
import type { Profile } from './profile.ts';

/** Where a place in steps lies for a person, and how far the machine reaches where that is not far enough. */
export function inMillimetres(
  { stepsPerMm, limits }: Pick<Profile, 'stepsPerMm' | 'limits'>,
  place: Point,
): string {
  const mm = (steps: number) => String(Math.round((steps / stepsPerMm) * 10) / 10);
  const words = `In millimetres this is X${mm(place.x)} Y${mm(place.y)}`;
  if (limits === null || isWithin(place, limits)) return `${words}.`;
  const { minX, maxX, minY, maxY } = limits;
  return `${words}, and the machine reaches from X${mm(minX)} to ${mm(maxX)} and from Y${mm(minY)} to ${mm(maxY)}.`;
}
