import { Pending } from '../kernel/pending.ts';
import { type Command, parseCommand } from '../language/command-parser.ts';
import type { Effect } from '../language/effect.ts';
import type { Point } from '../language/geometry.ts';
import { effectOfCommand } from '../language/our-language.ts';
import { errorLine } from '../lines/grammar.ts';
import type { SendOptions } from '../link.ts';
import { nameOf } from './protocol/reply-shape.ts';

export type Action =
  | { kind: 'pen'; isDown: boolean }
  | { kind: 'move'; to: Point }
  | { kind: 'home' | 'zero' | 'status' | 'version' | 'sync' | 'reset' | 'stop' }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'speed'; value: number }
  | { kind: 'acceleration'; value: number }
  /** Null restores the profile's height. */
  | { kind: 'pen-height'; height: number | null }
  | { kind: 'raw'; line: string; moves: boolean }
  | { kind: 'refused'; terminalLine: string };

export class EbbCommand extends Pending {
  action: Action;

  constructor(command: string, action: Action, options: SendOptions) {
    super(command, options);
    this.action = action;
  }
}

/** Maximum speed and acceleration of a belt drive, in steps/s and steps/s². */
export const topSpeed = 24_000;
const topAcceleration = 1_000_000;
const maxWaitMs = 3_600_000;

/** Matches a raw command: one or two characters, then numbers or a text. */
const rawLine = /^[A-Z][A-Z0-9]?(?:,[\x20-\x7e]{0,250})?$/i;
/** Raw lines that would disturb the driver's communication with the board. */
const ownSettings = /^(?:CU,(?:1|10|50|53|54|60)|SL)(?:,|$)/i;

export function readCommand(command: string): Action {
  const line = command.trim();
  if (rawLine.test(line)) return readRaw(line);
  const parsed = parseCommand(line);
  return parsed.ok ? actionOf(parsed.command) : refused(errorLine(parsed.error));
}

/** `MOVE` is relative to the origin. */
export function effectOfLine(command: string): Effect {
  const line = command.trim();
  if (!rawLine.test(line)) return effectOfCommand(line, 'absolute');
  const name = nameOf(line);
  if (name === 'R' || name === 'RB' || name === 'BL') return { origin: 'restart' };
  if (name === 'SP' || name === 'TP' || name === 'S2') return { pen: null };
  if (name === 'CS') return { move: 'unknown', shiftsOrigin: true };
  return moves(name) ? { move: 'unknown' } : {};
}

function readRaw(line: string): Action {
  if (ownSettings.test(line)) return refused('ERR UNKNOWN the driver sets this itself');
  const name = nameOf(line);
  return name === 'R' ? { kind: 'reset' } : { kind: 'raw', line, moves: moves(name) };
}

/** Whether the carriage or the board's counters may change. */
function moves(name: string): boolean {
  return !name.startsWith('Q') && !['V', 'SC', 'SR', 'ST', 'PI', 'PO', 'PD', 'I', 'A', 'MR'].includes(name);
}

function actionOf(command: Command): Action {
  switch (command.verb) {
    case 'PENUP':
    case 'PENDOWN':
      return { kind: 'pen', isDown: command.verb === 'PENDOWN' };
    case 'MOVE':
      return { kind: 'move', to: { x: command.x, y: command.y } };
    case 'WAIT':
      return inRange(command.waitMs, 0, maxWaitMs, 'milliseconds', (waitMs) => ({ kind: 'wait', waitMs }));
    case 'SPEED':
      return inRange(command.speed, 1, topSpeed, 'steps/s', (value) => ({ kind: 'speed', value }));
    case 'ACCEL':
      return inRange(command.acceleration, 1, topAcceleration, 'steps/s2', (value) => ({
        kind: 'acceleration',
        value,
      }));
    case 'PENHEIGHT':
      return { kind: 'pen-height', height: command.height };
    case 'SERVO':
      return refused('ERR UNKNOWN set the pen heights instead, or send S2');
    case 'BUFFER':
      return refused('ERR UNKNOWN motion is always buffered here');
    case 'CONFIG':
      return refused('ERR UNKNOWN this board has no such settings');
    case 'HOME':
      return { kind: 'home' };
    case 'ZERO':
      return { kind: 'zero' };
    case 'STATUS':
      return { kind: 'status' };
    case 'VERSION':
      return { kind: 'version' };
    case 'SYNC':
      return { kind: 'sync' };
    case 'RESET':
      return { kind: 'reset' };
    case 'STOP':
      return { kind: 'stop' };
  }
}

function inRange(value: number, least: number, most: number, unit: string, make: (value: number) => Action) {
  return value >= least && value <= most
    ? make(value)
    : refused(errorLine({ code: 'RANGE', text: `${value} is not ${least} to ${most} ${unit}` }));
}

function refused(terminalLine: string): Action {
  return { kind: 'refused', terminalLine };
}
