import { axisMoveOf } from '../language/axis-move.ts';
import type { Effect } from '../language/effect.ts';
import { effectOfCommand, verbOf } from '../language/our-language.ts';
import type { RawLineReader } from '../language/raw-line.ts';
import type { Coordinates, SystemLines } from '../lines/dialect.ts';

export const servoSettings = [
  'SERVO_STOP_US',
  'PENUP_US',
  'PENDOWN_US',
  'PENUP_MS',
  'PENDOWN_MS',
  'PENUP_ANGLE',
  'PENDOWN_ANGLE',
] as const;

/** If the program restarts within a line, the message of MicroPython follows right after the fragment. */
export const microPython: SystemLines = { restart: /MPY: soft reboot$|MicroPython v\d+\.\d/, prompt: '>>>' };

/** Maximum angle; servos set by pulse width use larger numbers, in microseconds. */
const maxAngle = 180;

export function penDownLine(height: number): string {
  return `${height <= maxAngle ? 'PENDOWN_ANGLE' : 'PENDOWN_US'} ${Math.round(height)}`;
}

const settings: ReadonlySet<string> = new Set([...servoSettings, 'SERVO_MODE']);

export function picoEffectOf(command: string, coordinates: Coordinates): Effect {
  const verb = verbOf(command);
  if (verb === 'PENDOWN_ANGLE' || verb === 'PENDOWN_US') return { setting: 'pen-height' };
  if (settings.has(verb)) return {};
  // A stop does not move the pen.
  if (verb === 'STOP') return { stops: true };
  const by = axisMoveOf(command);
  if (by === undefined) return effectOfCommand(command, coordinates);
  // With absolute MOVE, the other axis stays in place, but its position may be unknown.
  return { move: coordinates === 'relative' ? { by } : 'unknown' };
}

export function picoRawLines(): RawLineReader {
  return (line, from) => {
    const by = axisMoveOf(line);
    return by && { to: { x: from.x + by.x, y: from.y + by.y } };
  };
}
