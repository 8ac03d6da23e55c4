import type { Axes } from './axes.ts';

export interface MotorSettings {
  readonly stepsPerMm: Axes;
  readonly maxSpeedMmS: Axes;
  readonly accelerationMmS2: Axes;
  /** Maximum acceleration along the line, in addition to the limits of each axis. */
  readonly lineAccelerationMmS2?: number;
  readonly travelMm: Axes;
}
