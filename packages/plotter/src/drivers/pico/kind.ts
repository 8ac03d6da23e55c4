import type { DriverKind } from '../driver-kind.ts';
import { picoRawLines } from './language.ts';
import { createPicoDriver } from './pico-driver.ts';
import { PicoSimulator } from './simulator/pico-simulator.ts';

/** What the owner of one has to measure: the scale depends on its belts and micro steps. */
const stepsPerMm = 80;
const stepIntervalUs = 1200;

export const picoKind: DriverKind = {
  name: 'pico',
  title: 'Pico plotter (MicroPython, steps from where the pen is)',
  profile: {
    name: 'Pico plotter',
    stepsPerMm,
    coordinates: 'relative',
    size: { widthMm: 297, heightMm: 210 },
    limits: null,
    enforceLimits: null,
    stepIntervalUs,
    speed: 1_000_000 / stepIntervalUs,
    speedUnit: 'us/step',
    speedLimits: { min: 200, max: 1_000_000 },
    // It has none: it is at full speed at once.
    acceleration: 1_000_000,
    penUpMs: 300,
    penDownMs: 300,
  },
  rawLines: picoRawLines,
  create: createPicoDriver,
  simulator: (options) => new PicoSimulator(options),
};
