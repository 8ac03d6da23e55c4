import type { Axes } from './axes.ts';

/** Motor settings of a simulated machine, by axis. */
export interface MotorSettings {
  readonly stepsPerMm: Axes;
  readonly maxSpeedMmS: Axes;
  readonly accelerationMmS2: Axes;
  readonly travelMm: Axes;
}
