import { axisMoveOf } from '../../language/axis-move.ts';
import type { Point } from '../../language/geometry.ts';
import { parseMove } from '../../language/our-language.ts';
import { servoSettings } from '../language.ts';

export interface PicoSettings {
  stepUs: number;
  penUpMs: number;
  penDownMs: number;
}

export const startSettings: PicoSettings = { stepUs: 1200, penUpMs: 300, penDownMs: 300 };
const shortestStepUs = 200;
const maxWaitMs = 3_600_000;

export interface PicoAction {
  word: string;
  durationMs: number;
  by?: Point;
  pen?: 'up' | 'down';
  settings?: Partial<PicoSettings>;
  info?: string[];
}

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
  const along = parseMove(line);
  if (along !== undefined) return moveBy('MOVE', along, settings);
  const single = axisMoveOf(line);
  if (single !== undefined) return moveBy(line[0]!.toUpperCase(), single, settings);
  const setting = one.exec(line);
  return setting === null ? { error: 'UNKNOWN' } : set(setting[1]!.toUpperCase(), Number(setting[2]));
}

/** One step after another on the longer axis, without acceleration. */
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
