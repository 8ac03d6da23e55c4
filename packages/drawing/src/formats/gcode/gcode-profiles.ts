import type { PenSettings } from '../../plan/pen-settings.ts';
import { short } from '../../svg-text.ts';
import type { WriteOptions } from '../codec.ts';

export interface GCodeProfile {
  readonly name: string;
  readonly start: readonly string[];
  readonly end: readonly string[];
  /** Pen control to use if the machine's profile does not specify it. */
  readonly defaultPen: 'servo' | 'z';
  /** Returns the command that sets a servo. */
  servo(value: number): string;
  /** Returns the commands that wait for the end of motion, then for `ms` milliseconds. */
  wait(ms: number): string;
  /** Returns the command that pauses for a pen change. */
  pause(text: string): string;
}

const millimetres = ['G21', 'G90'];
const waitInSeconds = (ms: number) => `G4 P${short(ms / 1000, 3)}`;
const spindle = (value: number) => (value === 0 ? 'M5' : `M3 S${short(value, 1)}`);

const grbl = {
  name: 'GRBL',
  start: ['G17', ...millimetres, 'G94'],
  end: ['M2'],
  defaultPen: 'servo',
  servo: spindle,
  wait: waitInSeconds,
  pause: () => 'M0',
} as const;

export const gCodeProfiles = {
  grbl,
  fluidnc: { ...grbl, name: 'FluidNC', defaultPen: 'z' },
  marlin: {
    name: 'Marlin',
    start: millimetres,
    end: ['M400'],
    defaultPen: 'z',
    servo: (value) => `M280 P0 S${short(value, 1)}`,
    wait: (ms) => `G4 P${short(ms, 0)}`,
    pause: (text) => `M0 ${text}`,
  },
} as const satisfies Record<string, GCodeProfile>;

const defaultHeights = {
  servo: { up: 0, down: 1000 },
  spindle: { up: 0, down: 255 },
  z: { up: 5, down: 0 },
};
/** Default servo angles on Marlin. */
const defaultAngles = { up: 90, down: 30 };

interface PenLines {
  readonly up: readonly string[];
  readonly down: readonly string[];
}

/** Returns the commands that lift and lower the pen of a layer. */
export function penLines(
  profile: GCodeProfile,
  { machine }: WriteOptions,
  { penDownHeight, delayMs = 0 }: PenSettings = {},
): PenLines {
  const by = machine.penControl ?? profile.defaultPen;
  const fallback = by === 'servo' && profile.name === 'Marlin' ? defaultAngles : defaultHeights[by];
  // Without a pen control, the pen heights of the machine and of layers are values for a different machine.
  const isOwnMachine = machine.penControl !== undefined;
  const heights = (isOwnMachine ? machine.penHeights : undefined) ?? fallback;
  const down = (isOwnMachine ? penDownHeight : undefined) ?? heights.down;
  const lines = { servo: profile.servo, spindle, z: (height: number) => `G0 Z${short(height, 3)}` };
  const line = lines[by];
  return {
    up: [line(heights.up), profile.wait(Math.max(10, machine.penUpMs))],
    down: [line(down), profile.wait(Math.max(10, machine.penDownMs + delayMs))],
  };
}
