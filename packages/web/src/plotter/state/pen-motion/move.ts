import { distanceAt, type MoveProfile } from '@stationery/drawing';

export interface Place {
  x: number;
  y: number;
}

export interface Move {
  readonly from: Place;
  readonly to: Place;
  startedMs: number;
  /** Distance in steps from the start of the move to the start of the profile. */
  offset: number;
  profile: MoveProfile;
}

export function placeOn({ from, to, startedMs, offset, profile }: Move, nowMs: number): Place {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const part = length === 0 ? 1 : Math.min(1, (offset + distanceAt(profile, nowMs - startedMs)) / length);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
