import type { Point } from '../../language/geometry.ts';
import { servoSettings } from '../language.ts';

export interface PicoSettings {
  /** Time between two steps. */
  stepUs: number;
  penUpMs: number;
  penDownMs: number;
}

export const startSettings: PicoSettings = { stepUs: 1200, penUpMs: 300, penDownMs: 300 };
const shortestStepUs = 200;
const maxWaitMs = 3_600_000;

/** The effect of one line on the machine. */
export interface PicoAction {
  word: string;
  durationMs: number;
  by?: Point;
  pen?: 'up' | 'down';
  settings?: Partial<PicoSettings>;
  info?: string[];
}

const move = /^MOVE\s+X([+-]?\d{1,9})\s+Y([+-]?\d{1,9})$/i;
const axis = /^([XY])([+-]?\d{1,9})$/i;
const one = /^([A-Z_]{1,20})\s+(\d{1,9})$/i;

export function readPicoLine(line: string, settings: PicoSettings): PicoAction | { error: string } {
  switch (line.toUpperCase()) {
    case 'PENUP':
      return { word: 'PEN_UP', durationMs: settings.penUpMs, pen: 'up' };
    case 'PENDOWN':
      return { word: 'PEN_DOWN', durationMs: settings.penDownMs, pen: 'down' };
    // The firmware reads STOP after all earlier moves, so nothing is left to stop.
    case 'STOP':
      return { word: 'STOP', durationMs: 0 };
    case 'STATUS':
      return { word: 'STATUS', durationMs: 0, info: [`SPEED ${settings.stepUs}`] };
    case 'SERVO_MODE ANGLE':
    case 'SERVO_MODE CR':
      return { word: 'SERVO_MODE', durationMs: 0 };
  }
  const along = move.exec(line);
  if (along !== null) return moveBy('MOVE', { x: Number(along[1]), y: Number(along[2]) }, settings);
  const single = axis.exec(line);
  if (single !== null) {
    const steps = Number(single[2]);
    const isX = single[1]!.toUpperCase() === 'X';
    return moveBy(isX ? 'X' : 'Y', isX ? { x: steps, y: 0 } : { x: 0, y: steps }, settings);
  }
  const setting = one.exec(line);
  return setting === null ? { error: 'UNKNOWN' } : set(setting[1]!.toUpperCase(), Number(setting[2]));
}

/** Plans a move that makes one step after another on the longer axis, without acceleration. */
function moveBy(word: string, by: Point, { stepUs }: PicoSettings): PicoAction {
  return { word, durationMs: (Math.max(Math.abs(by.x), Math.abs(by.y)) * stepUs) / 1000, by };
}

function set(name: string, value: number): PicoAction | { error: string } {
  switch (name) {
    case 'SPEED':
      return value < shortestStepUs
        ? { error: 'RANGE' }
        : { word: 'SPEED', durationMs: 0, settings: { stepUs: value } };
    case 'WAIT':
      return value > maxWaitMs ? { error: 'RANGE' } : { word: 'WAIT', durationMs: value };
    case 'SERVO':
      return value > 3000 ? { error: 'RANGE' } : { word: 'SERVO', durationMs: 0 };
    case 'PENUP_MS':
      return { word: name, durationMs: 0, settings: { penUpMs: value } };
    case 'PENDOWN_MS':
      return { word: name, durationMs: 0, settings: { penDownMs: value } };
  }
  return servoSettings.some((setting) => setting === name)
    ? { word: name, durationMs: 0 }
    : { error: 'UNKNOWN' };
}
