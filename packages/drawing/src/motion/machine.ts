/**
 * What planning has to know of a plotter. A machine profile of the plotter service is one. Lengths are in
 * steps, times in milliseconds.
 */
export interface Machine {
  readonly stepsPerMm: number;
  /** What MOVE means: from the origin, or from where the pen is. */
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
  readonly penUpMs: number;
  readonly penDownMs: number;
  /**
   * How far from a corner the path may be thought to be rounded: the more, the faster a corner is passed.
   * Left out or 0: the pen stops at every corner, as our firmware does.
   */
  readonly cornerDeviationMm?: number;
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
};

/** The same machine in millimetres, with what is asked again and again reckoned once. */
export interface Motion {
  readonly speedMmS: number;
  readonly accelerationMmS2: number;
  readonly cornerDeviationMm: number;
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** To lift the pen and lower it elsewhere, without the way. */
  readonly liftMs: number;
}

export function motionOf(machine: Machine): Motion {
  const { stepsPerMm, speed, acceleration, penUpMs, penDownMs, cornerDeviationMm = 0 } = machine;
  return {
    speedMmS: speed / stepsPerMm,
    accelerationMmS2: acceleration / stepsPerMm,
    cornerDeviationMm,
    penUpMs,
    penDownMs,
    liftMs: penUpMs + penDownMs,
  };
}

/** A straight move from rest to rest: the duration of its `moveProfile`, without making one. */
export function moveMs(lengthMm: number, { speedMmS, accelerationMmS2 }: Motion): number {
  return lengthMm * accelerationMmS2 < speedMmS * speedMmS
    ? 2000 * Math.sqrt(lengthMm / accelerationMmS2)
    : 1000 * (lengthMm / speedMmS + speedMmS / accelerationMmS2);
}
