import type { DriverKind } from '../driver-kind.ts';
import { EbbDriver } from './ebb-driver.ts';
import { defaultDeviationMm, ebbStepsPerMm } from './ebb-parts.ts';
import { standardHeights } from './pen.ts';
import { EbbSimulator } from './simulator/ebb-simulator.ts';

const [widthMm, heightMm] = [300, 218];

export const ebbKind: DriverKind = {
  name: 'ebb',
  title: 'AxiDraw or NextDraw',
  profile: {
    name: 'AxiDraw V3',
    stepsPerMm: ebbStepsPerMm,
    coordinates: 'absolute',
    size: { widthMm, heightMm },
    // It is switched on with the carriage in the corner at the back left, and has no switches at the ends.
    limits: { minX: 0, maxX: widthMm * ebbStepsPerMm, minY: 0, maxY: heightMm * ebbStepsPerMm },
    enforceLimits: true,
    speed: 50 * ebbStepsPerMm,
    penUpSpeed: 200 * ebbStepsPerMm,
    penUpSpeedByDriver: true,
    acceleration: 500 * ebbStepsPerMm,
    cornerDeviationMm: defaultDeviationMm,
    penUpMs: 150,
    penDownMs: 150,
    penHeights: standardHeights,
  },
  create: (parts) => new EbbDriver(parts),
  simulator: (options) => new EbbSimulator(options),
};
