import type { Area, Point } from './geometry.ts';

/** Every driver provides the effects of its commands, so that no other module parses commands. */
export interface Effect {
  /** Null: unknown. Absent: unchanged. */
  pen?: 'up' | 'down' | null;
  /** Absent: none. */
  move?: { to: Point } | { by: Point } | 'unknown';
  /** Moves to the origin, which is not part of a drawing. */
  isHoming?: true;
  /** `here`: the pen position becomes the origin. `restart`: the board restarts. */
  origin?: 'here' | 'restart';
  /** May change the place that positions are counted from. */
  shiftsOrigin?: true;
  /** Sending the command confirms the origin: afterwards the machine is at it, or it is at the pen position. */
  confirmsOrigin?: true;
  /** A lasting setting. The last one of each kind is sent again when a job is resumed. */
  setting?: SettingKind;
  /** The new pen-down height, in the machine's unit; absent for the default. */
  penHeight?: number;
  stops?: true;
  /** Why the machine will refuse the command: it is unknown, has wrong arguments, or the pen heights are missing. */
  problem?: 'unknown-command' | 'invalid-move' | 'no-pen-heights';
}

export const settingKinds = ['speed', 'acceleration', 'pen-height'] as const;
export type SettingKind = (typeof settingKinds)[number];

export interface StatusReply {
  /** Null after a move to an unknown position. */
  position?: Point | null;
  pen?: 'up' | 'down';
  /** The point from which the profile's limits are measured, relative to the current origin. */
  limitsFrom?: Point;
  limits?: Area;
  cornerDeviationSteps?: number;
  penHeightLimits?: { min: number; max: number };
}
