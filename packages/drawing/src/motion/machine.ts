import type { MotionLaw } from './law.ts';

/**
 * Plotter properties for planning. A machine profile of the plotter service has them. Lengths are in
 * steps, times in milliseconds.
 */
export interface Machine {
  readonly stepsPerMm: number;
  /** Whether MOVE is absolute or relative. */
  readonly coordinates: 'absolute' | 'relative';
  /** Where the pen may go, counted from the origin; null for anywhere. */
  readonly limits: {
    readonly minX: number;
    readonly maxX: number;
    readonly minY: number;
    readonly maxY: number;
  } | null;
  /** Steps a second, and steps a second squared. */
  readonly speed: number;
  readonly acceleration: number;
  /** Whether that is the acceleration of each axis: a diagonal then gains speed faster. */
  readonly accelerationPerAxis?: boolean;
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** Steps a second with the pen up, where that is more than `speed`. */
  readonly penUpSpeed?: number;
  /** Whether the machine's driver sees to that itself; otherwise SPEED is sent before and after every travel. */
  readonly penUpSpeedByDriver?: boolean;
  /**
   * The corner deviation: how far from a corner a rounded path may be. The larger, the faster a corner is passed.
   * Left out or 0: the pen stops at every corner.
   */
  readonly cornerDeviationMm?: number;
  /** Of a machine without acceleration: the time from one step to the next. */
  readonly stepIntervalUs?: number;
  /** The unit of SPEED commands. Default: steps/s, or the interval of a machine that has one. */
  readonly speedUnit?: 'steps/s' | 'us/step';
  /** The smallest and the largest number that SPEED takes. */
  readonly speedLimits?: { readonly min: number; readonly max: number };
  /** The smallest and the largest number that a pen height can be. */
  readonly penHeightLimits?: { readonly min: number; readonly max: number };
}

/** The plotter that the service assumes where no profile was set. */
export const defaultMachine: Machine = {
  stepsPerMm: 80,
  coordinates: 'absolute',
  limits: { minX: -33_600, maxX: 33_600, minY: -23_760, maxY: 23_760 },
  speed: 8000,
  acceleration: 80_000,
  penUpMs: 120,
  penDownMs: 150,
  penHeightLimits: { min: 31, max: 180 },
};

/** How the machine moves, in millimetres. */
export interface Motion {
  readonly law: MotionLaw;
  /** With the pen up. */
  readonly travelLaw: MotionLaw;
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** To lift the pen and lower it elsewhere, without the way. */
  readonly liftMs: number;
  /** Places are rounded to steps of this length. */
  readonly stepMm: number;
}

export function motionOf(machine: Machine): Motion {
  const { penUpMs, penDownMs, speed, penUpSpeed = 0 } = machine;
  const law = lawInMm(machine);
  const travelLaw = penUpSpeed > speed ? lawInMm({ ...machine, speed: penUpSpeed }) : law;
  const stepMm = 1 / machine.stepsPerMm;
  return { law, travelLaw, penUpMs, penDownMs, liftMs: penUpMs + penDownMs, stepMm };
}

function lawInMm(machine: Machine): MotionLaw {
  const { stepsPerMm, speed, acceleration, cornerDeviationMm = 0, stepIntervalUs } = machine;
  if (stepIntervalUs !== undefined)
    return { kind: 'step-interval', intervalMs: stepIntervalUs / 1000, stepLength: 1 / stepsPerMm };
  const along = acceleration / stepsPerMm;
  const ramps = {
    speed: speed / stepsPerMm,
    acceleration: machine.accelerationPerAxis === true ? { x: along, y: along } : along,
  };
  return cornerDeviationMm > 0
    ? { kind: 'junction-deviation', ...ramps, deviation: cornerDeviationMm }
    : { kind: 'rest-to-rest', ...ramps };
}
