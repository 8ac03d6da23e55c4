import type { Area, Point } from './geometry.ts';

/**
 * What a command does to the machine, as far as others must know: where the pen is afterwards, and what has to be done
 * again when a job is resumed. Every driver says it for its commands, so that no other part has to parse them.
 */
export interface Effect {
  /** The state of the pen afterwards; null if unknown. Absent: unchanged. */
  pen?: 'up' | 'down' | null;
  /** Where it moves: to a position, by a distance, or unknown. Absent: it does not move. */
  move?: { to: Point } | { by: Point } | 'unknown';
  /** It moves to the origin, which is not part of a drawing. */
  isHoming?: true;
  /** `here`: the place where the pen stands is the origin from now on. `restart`: the board restarts. */
  origin?: 'here' | 'restart';
  /** The sender says where the origin is: the machine is there afterwards, or the origin is where the pen is. */
  confirmsOrigin?: true;
  /** It sets something that lasts: of each kind the last one is sent again when a job is resumed. */
  setting?: SettingKind;
  /** How low the pen goes from now on, in the unit of the machine; absent where that is as usual. */
  penHeight?: number;
  /** It halts the machine. */
  stops?: true;
  /** Why the machine will not accept it: an unknown command, wrong arguments, or pen heights that were not set. */
  problem?: 'unknown-command' | 'invalid-move' | 'no-pen-heights';
}

/** Settings that last. */
export const settingKinds = ['speed', 'acceleration', 'pen-height'] as const;
export type SettingKind = (typeof settingKinds)[number];

/** The state that the machine reported. Unreported values are left out. */
export interface Told {
  /** Null: it has moved to an unknown position. */
  position?: Point | null;
  pen?: 'up' | 'down';
  /** Where the limits of its profile are measured from, relative to the current origin. */
  limitsFrom?: Point;
  /** How far it reaches, from the origin that counts now. */
  limits?: Area;
  /** How far from a corner it may pass without a stop. */
  cornerDeviationSteps?: number;
  penHeightLimits?: { min: number; max: number };
}
