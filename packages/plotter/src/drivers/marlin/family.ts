import type { Family } from '../family.ts';
import { gcodeLines } from '../language/gcode-lines.ts';
import type { Profile } from '../profile.ts';
import { MarlinDriver } from './marlin-driver.ts';
import { MarlinSimulator } from './simulator/marlin-simulator.ts';

const baudRates = [250_000, 115_200];

/** A printer with a pen at its nozzle. Its Z axis lifts the pen. */
const printer = (widthMm: number, heightMm: number): Partial<Profile> => ({
  size: { widthMm, heightMm },
  penControl: 'z',
  penHeights: { up: 5, down: 0 },
  homing: true,
});

export const marlin: Family<'marlin'> = {
  name: 'marlin',
  title: 'Marlin or Klipper machine (3D printers and boards such as RAMPS and SKR)',
  titleDe: 'Maschine mit Marlin oder Klipper (3D-Drucker und Platinen wie RAMPS und SKR)',
  presets: [
    {
      id: 'marlin-servo',
      title: 'Marlin with pen servo',
      titleDe: 'Marlin mit Stiftservo',
      differs: { penControl: 'servo', penHeights: { up: 90, down: 30 } },
    },
    {
      id: 'marlin-spindle',
      title: 'Marlin with pen on the spindle output',
      titleDe: 'Marlin mit Stift am Spindelausgang',
      differs: { penControl: 'spindle', penHeights: { up: 0, down: 255 } },
    },
    { id: 'ender-3', title: 'Ender-3 with a pen', titleDe: 'Ender-3 mit Stift', differs: printer(220, 220) },
    {
      id: 'prusa-mk3',
      title: 'Prusa MK3 with a pen',
      titleDe: 'Prusa MK3 mit Stift',
      differs: printer(250, 210),
    },
    {
      id: 'klipper',
      title: 'Klipper with a pen',
      titleDe: 'Klipper mit Stift',
      differs: { ...printer(220, 220), size: null },
    },
  ],
  // Used until the machine has reported its scale, top speed and acceleration.
  defaultProfile: {
    name: 'Marlin plotter',
    stepsPerMm: 80,
    coordinates: 'absolute',
    size: null,
    limits: null,
    enforceLimits: null,
    speed: 4_000,
    penUpSpeed: 8_000,
    penUpSpeedByDriver: true,
    acceleration: 40_000,
    cornerDeviationMm: 0.013,
    penUpMs: 200,
    penDownMs: 200,
  },
  recognise: {
    says: [
      /^(?:echo:)?Marlin (?:bugfix-)?\d/,
      /^FIRMWARE_NAME:\s?(?:Marlin|Klipper)/,
      /^FIRMWARE_VERSION:\S{1,80} FIRMWARE_NAME:Klipper/,
      // Marlin answers unknown commands with `ok`; only these words show it.
      /^echo:Unknown command: /,
      /^\/\/ (?:Unknown command:"|Klipper state: )/,
    ],
    proof: 'by-itself',
  },
  can: {
    penControl: ['servo', 'spindle', 'z'],
    drivenByProfile: true,
    linesAreCommands: false,
    lowersGently: true,
    minPenHeight: { servo: 0, spindle: 0 },
    scaleSettings: { x: 'M92 X', y: 'M92 Y' },
  },
  rawLines: gcodeLines(1),
  baudRates,
  create: (deps) => new MarlinDriver(deps, baudRates),
  simulator: (options) => new MarlinSimulator(options),
};
