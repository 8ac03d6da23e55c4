import type { MotionLaw } from './law.ts';

/** Lengths are in steps and times in milliseconds, unless the name has a different unit. */
export interface Machine {
  readonly stepsPerMm: number;
  readonly coordinates: 'absolute' | 'relative';
  /** Allowed area relative to the origin; null if there are no limits. */
  readonly limits: {
    readonly minX: number;
    readonly maxX: number;
    readonly minY: number;
    readonly maxY: number;
  } | null;
  /** Speed in steps per second, and acceleration in steps per second squared. */
  readonly speed: number;
  readonly acceleration: number;
  /** Whether `acceleration` applies to each axis separately. A diagonal then accelerates faster. */
  readonly accelerationPerAxis?: boolean;
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** Pen-up speed in steps per second, if higher than `speed`. */
  readonly penUpSpeed?: number;
  /** Whether the driver sets the pen-up speed. Otherwise SPEED is sent before and after every travel. */
  readonly penUpSpeedByDriver?: boolean;
  /** Maximum deviation at corners. If omitted or 0, the pen stops at every corner. */
  readonly cornerDeviationMm?: number;
  /** Time between two steps, for a machine without acceleration. */
  readonly stepIntervalUs?: number;
  /** The unit of SPEED commands. Default: steps/s, or the step interval for a machine that has one. */
  readonly speedUnit?: 'steps/s' | 'us/step';
  /** Minimum and maximum of the number in SPEED. */
  readonly speedLimits?: { readonly min: number; readonly max: number };
  readonly penHeightLimits?: { readonly min: number; readonly max: number };
  readonly penHeights?: { readonly up: number; readonly down: number };
  /**
   * Where the carriage waits at pauses, in millimetres from the origin. By default, it waits at the origin or,
   * for refills, in place.
   */
  readonly parkAt?: { readonly xMm: number; readonly yMm: number };
}

/** The machine assumed if no profile is set. */
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

/** The motion of a machine, with lengths in millimetres. */
export interface Motion {
  readonly law: MotionLaw;
  readonly travelLaw: MotionLaw;
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** Time to lift and lower the pen, without the travel in between. */
  readonly liftMs: number;
  /** Step length, to which positions are rounded. */
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
