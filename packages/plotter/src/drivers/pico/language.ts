import type { Effect } from '../effect.ts';
import type { Coordinates, SystemLines } from '../lines/dialect.ts';
import { effectOfCommand, verbOf } from '../our-language.ts';

/** Settings of the servo, each with one number. */
export const servoSettings = [
  'SERVO_STOP_US',
  'PENUP_US',
  'PENDOWN_US',
  'PENUP_MS',
  'PENDOWN_MS',
  'PENUP_ANGLE',
  'PENDOWN_ANGLE',
] as const;

/** MicroPython below the program of the plotter. A restart in the middle of a line follows right behind its piece. */
export const microPython: SystemLines = {
  restart: /MPY: soft reboot$|MicroPython v\d+\.\d/,
  prompt: '>>>',
};

/** The highest angle; a servo that is set by the width of its pulse has larger numbers, in microseconds. */
const largestAngle = 180;

/** How low the pen goes from now on. */
export function penDownLine(height: number): string {
  return `${height <= largestAngle ? 'PENDOWN_ANGLE' : 'PENDOWN_US'} ${Math.round(height)}`;
}

const settings: ReadonlySet<string> = new Set([...servoSettings, 'SERVO_MODE']);
const axisMove = /^([XY])([+-]?\d{1,9})$/i;

/** What a command does on the Pico plotter: our language, and the commands that only this machine has. */
export function picoEffectOf(command: string, coordinates: Coordinates): Effect {
  const verb = verbOf(command);
  if (verb === 'PENDOWN_ANGLE' || verb === 'PENDOWN_US') return { setting: 'pen-height' };
  if (settings.has(verb)) return {};
  // It leaves the pen as it is.
  if (verb === 'STOP') return { stops: true };
  const axis = axisMove.exec(command.trim());
  if (axis === null) return effectOfCommand(command, coordinates);
  const steps = Number(axis[2]);
  const by = axis[1]!.toUpperCase() === 'X' ? { x: steps, y: 0 } : { x: 0, y: steps };
  // Where the owner says that MOVE is absolute, the other axis stays where it is, and that may be unknown.
  return { move: coordinates === 'relative' ? { by } : 'unknown' };
}
