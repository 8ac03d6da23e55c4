import type { Axes } from './axes.ts';

export interface MotorSettings {
  readonly stepsPerMm: Axes;
  readonly maxSpeedMmS: Axes;
  readonly accelerationMmS2: Axes;
  /** Along the line, besides the limits of each axis. */
  readonly lineAccelerationMmS2?: number;
  readonly travelMm: Axes;
}
