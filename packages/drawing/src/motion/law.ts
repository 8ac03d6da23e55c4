export interface AxisPair {
  readonly x: number;
  readonly y: number;
}

/**
 * How a machine moves. Lengths are in millimetres or steps; speeds along the line are per second, accelerations
 * per second squared.
 */
export type MotionLaw = RestToRestLaw | JunctionDeviationLaw | StepIntervalLaw;

interface RampLaw {
  readonly speed: number;
  /**
   * Acceleration along the line, or of each axis. With limits per axis, a diagonal accelerates faster than a
   * single axis.
   */
  readonly acceleration: number | AxisPair;
  /** Speed limits of each axis, in addition to `speed`. */
  readonly axisSpeed?: AxisPair;
}

/** The law of a machine whose moves all begin and end at rest. */
interface RestToRestLaw extends RampLaw {
  readonly kind: 'rest-to-rest';
}

/**
 * The law of a machine that passes corners at the speed at which an arc that deviates by `deviation` needs
 * exactly the acceleration.
 */
export interface JunctionDeviationLaw extends RampLaw {
  readonly kind: 'junction-deviation';
  readonly deviation: number;
}

/** The law of a machine without acceleration: a move of n steps on its longer axis takes n × `intervalMs`. */
interface StepIntervalLaw {
  readonly kind: 'step-interval';
  readonly intervalMs: number;
  /** Length of a step in the unit of lengths; 1 if that unit is the step. */
  readonly stepLength: number;
}

/** A straight part of a path, with its limits. */
export interface Segment {
  readonly dx: number;
  readonly dy: number;
  readonly length: number;
  /** Top speed. An infinite `acceleration` means a machine without ramps. */
  readonly speed: number;
  readonly acceleration: number;
  /** Limits per axis, if `acceleration` is derived from them. */
  readonly axisAcceleration?: AxisPair;
}

export function segmentOf(dx: number, dy: number, law: MotionLaw): Segment {
  const length = Math.sqrt(dx * dx + dy * dy);
  return {
    dx,
    dy,
    length,
    speed: topSpeed(dx, dy, length, law),
    acceleration: law.kind === 'step-interval' ? Infinity : limitAlong(law.acceleration, dx, dy, length),
    ...(law.kind !== 'step-interval' && typeof law.acceleration !== 'number'
      ? { axisAcceleration: law.acceleration }
      : {}),
  };
}

export function topSpeed(dx: number, dy: number, length: number, law: MotionLaw): number {
  if (law.kind !== 'step-interval')
    return law.axisSpeed === undefined
      ? law.speed
      : Math.min(law.speed, limitAlong(law.axisSpeed, dx, dy, length));
  const { intervalMs, stepLength } = law;
  const fullSpeed = (1000 * stepLength) / intervalMs;
  return length === 0 ? fullSpeed : (fullSpeed * length) / Math.max(Math.abs(dx), Math.abs(dy));
}

export function limitAlong(limit: number | AxisPair, dx: number, dy: number, length: number): number {
  if (typeof limit === 'number') return limit;
  // A component of zero gives an infinite quotient: no limit from this axis.
  return length === 0
    ? Math.min(limit.x, limit.y)
    : Math.min((limit.x * length) / Math.abs(dx), (limit.y * length) / Math.abs(dy));
}
