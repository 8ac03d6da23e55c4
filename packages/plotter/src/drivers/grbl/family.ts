import type { Family } from '../family.ts';
import { gcodeLines } from '../language/gcode-lines.ts';
import { GrblDriver } from './grbl-driver.ts';
import { GrblSimulator } from './simulator/grbl-simulator.ts';

export const grbl: Family<'grbl'> = {
  name: 'grbl',
  title: 'GRBL machine (Grbl 1.1, grblHAL, FluidNC, iDraw 2)',
  titleDe: 'GRBL-Maschine (Grbl 1.1, grblHAL, FluidNC, iDraw 2)',
  presets: [
    {
      id: 'grbl-servo',
      title: 'Uno with GRBL and servo',
      titleDe: 'Uno mit GRBL und Servo',
      differs: { penControl: 'servo', penHeights: { up: 0, down: 1000 } },
    },
    { id: 'fluidnc', title: 'FluidNC', differs: { penControl: 'z', penHeights: { up: 5, down: 0 } } },
    {
      id: 'idraw-2',
      title: 'iDraw 2',
      // On an iDraw 2, increasing Z lowers the pen.
      differs: { penControl: 'z', penHeights: { up: 0.5, down: 5 }, size: { widthMm: 297, heightMm: 210 } },
    },
  ],
  // Used until the machine has reported its scale, top speed, acceleration and size.
  defaultProfile: {
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
  recognise: {
    // Grbl 0.8 and 0.9, which are too old, answer `[0.9j.20160303:]`.
    says: [/^(?:Grbl|GrblHAL) \d\S{0,20} \[/, /^DrawCore V?\d/, /^\[VER:\d/, /^\[0\.\d[a-z]?\.\d{8}:/],
    question: {
      bytes: '$I\n',
      // Other boards add to `error:2` or use capitals. Grbl 0.9 and older use words.
      refusals: [
        /^error:\d{1,2}$/,
        /^error: (?:Expected command letter|Bad number format|Invalid statement|Unsupported command|Invalid gcode ID:\d{1,2})$/,
      ],
    },
    proof: 'by-itself',
  },
  can: {
    penControl: ['servo', 'z'],
    drivenByProfile: true,
    linesAreCommands: false,
    lowersGently: true,
    // Pen heights of a servo are spindle speeds.
    minPenHeight: { servo: 0 },
    scaleSettings: { x: '$100=', y: '$101=' },
  },
  rawLines: gcodeLines(1000),
  create: ({ times: _times, ...deps }) => new GrblDriver(deps),
  simulator: (options) => new GrblSimulator(options),
};
