import type { Family } from '../family.ts';
import { turnAxisMove } from '../language/axis-move.ts';
import { picoRawLines } from './language.ts';
import { PicoDriver } from './pico-driver.ts';
import { PicoSimulator } from './simulator/pico-simulator.ts';

/** To be measured by the owner: the scale depends on belts and microsteps. */
const stepsPerMm = 80;
const stepIntervalUs = 1200;

export const pico: Family<'pico'> = {
  name: 'pico',
  title: 'Pico plotter (MicroPython, steps from where the pen is)',
  titleDe: 'Pico-Plotter (MicroPython, Schritte ab der Stiftposition)',
  presets: [{ id: 'pico', title: 'Pico plotter', titleDe: 'Pico-Plotter', differs: {} }],
  defaultProfile: {
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
    // Reaches full speed at once.
    acceleration: 1_000_000,
    penUpMs: 300,
    penDownMs: 300,
  },
  recognise: {
    // Raspberry Pi Pico with MicroPython.
    usb: [{ id: '2e8a:0005', isDefault: true }],
    says: [],
    proof: 'answered',
  },
  can: { penControl: [], drivenByProfile: false, linesAreCommands: true, lowersGently: false },
  rawLines: picoRawLines,
  turnRawLine: turnAxisMove,
  create: (deps) => new PicoDriver(deps),
  simulator: (options) => new PicoSimulator(options),
};
