import type { DriverKind } from '../driver-kind.ts';
import { createGrblDriver } from './grbl-driver.ts';
import { grblRawLines } from './raw-lines.ts';
import { GrblSimulator } from './simulator/grbl-simulator.ts';

export const grblKind: DriverKind = {
  name: 'grbl',
  title: 'GRBL machine (Grbl 1.1, grblHAL, FluidNC, iDraw 2)',
  // Until the machine has reported its own: scale, top speed, acceleration and size are read from it.
  profile: {
    name: 'GRBL plotter',
    stepsPerMm: 80,
    coordinates: 'absolute',
    size: null,
    limits: null,
    enforceLimits: null,
    speed: 16_000,
    acceleration: 40_000,
    cornerDeviationMm: 0.01,
    accelerationPerAxis: true,
    penUpSpeedByDriver: true,
    penUpMs: 200,
    penDownMs: 200,
  },
  rawLines: grblRawLines,
  create: ({ times: _times, ...parts }) => createGrblDriver(parts),
  simulator: (options) => new GrblSimulator(options),
};
