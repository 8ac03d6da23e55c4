import type { Family } from '../family.ts';
import type { Profile } from '../profile.ts';
import { defaultDeviationMm, ebbStepsPerMm } from './ebb-deps.ts';
import { EbbDriver } from './ebb-driver.ts';
import { brushlessHeights, standardHeights } from './pen.ts';
import { EbbSimulator } from './simulator/ebb-simulator.ts';

const axiDraw = (widthMm: number, heightMm: number) =>
  ({
    stepsPerMm: ebbStepsPerMm,
    size: { widthMm, heightMm },
    limits: { minX: 0, maxX: widthMm * ebbStepsPerMm, minY: 0, maxY: heightMm * ebbStepsPerMm },
  }) satisfies Partial<Profile>;

/** Differs from an AxiDraw in its servo pin and range, and has a limit switch. */
const nextDraw = (widthMm: number, heightMm: number): Partial<Profile> => ({
  ...axiDraw(widthMm, heightMm),
  penHeights: brushlessHeights,
  homing: true,
});

export const ebb: Family<'ebb'> = {
  name: 'ebb',
  title: 'AxiDraw or NextDraw',
  titleDe: 'AxiDraw oder NextDraw',
  presets: [
    { id: 'axidraw-v3', title: 'AxiDraw V3', differs: axiDraw(300, 218) },
    { id: 'axidraw-a3', title: 'AxiDraw A3', differs: axiDraw(430, 297) },
    { id: 'nextdraw-8511', title: 'NextDraw 8511', differs: nextDraw(300, 218) },
    { id: 'nextdraw-1117', title: 'NextDraw 1117', differs: nextDraw(430, 297) },
    { id: 'nextdraw-2234', title: 'NextDraw 2234', differs: nextDraw(864, 594) },
  ],
  defaultProfile: {
    name: 'AxiDraw V3',
    coordinates: 'absolute',
    // The machine has no limit switches; the user switches it on with the carriage in the back left corner.
    ...axiDraw(300, 218),
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
  recognise: {
    // EiBotBoard: AxiDraw, NextDraw and related machines.
    usb: [{ id: '04d8:fd92', isDefault: true }],
    says: [/^EBBv\d\d_and_above EB Firmware Version \d/, /^![0-9]{1,2} Err: /],
    question: { bytes: 'V\r' },
    proof: 'by-itself',
  },
  can: { penControl: [], drivenByProfile: true, linesAreCommands: false, lowersGently: true },
  create: (deps) => new EbbDriver(deps),
  simulator: (options) => new EbbSimulator(options),
};
