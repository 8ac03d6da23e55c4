import { plotterCommands } from '@stationery/contract/plotter-commands';
import type { Effect } from './effect.ts';
import type { Point } from './geometry.ts';

/** Commands that the service itself sends. */
export const ours = {
  liftPen: 'PENUP',
  lowerPen: 'PENDOWN',
  setOrigin: 'ZERO',
  askStatus: 'STATUS',
  stop: 'STOP',
  moveTo: ({ x, y }: Point) => `MOVE X${x} Y${y}`,
} as const;

/** Called several times per command of a job, so it uses no regular expression for the usual form. */
export function verbOf(command: string): string {
  let end = 0;
  while (end < command.length && command.charCodeAt(end) > 0x20 && command.charCodeAt(end) < 0x7f) end++;
  const isUsual = end > 0 && (end === command.length || command.charCodeAt(end) === 0x20);
  const word = isUsual ? command.slice(0, end) : (command.trim().split(/\s+/, 1)[0] ?? '');
  return word.toUpperCase();
}

export function parseMove(command: string): Point | undefined {
  const match = /^MOVE\s+X([+-]?\d{1,9})\s+Y([+-]?\d{1,9})$/i.exec(command.trim());
  return match === null ? undefined : { x: Number(match[1]), y: Number(match[2]) };
}

/**
 * Parses a height in the machine's unit. Returns null for `PENHEIGHT` alone, which restores the default, and undefined
 * for other commands.
 */
export function parsePenHeight(command: string): number | null | undefined {
  const match = /^PENHEIGHT(?:\s+([+-]?\d{1,6}(?:\.\d{1,3})?))?$/i.exec(command.trim());
  if (match === null) return undefined;
  return match[1] === undefined ? null : Number(match[1]);
}

const shapes = new Map(plotterCommands.map((shape) => [shape.verb, shape]));

const nothing: Effect = {};
const origin: Point = { x: 0, y: 0 };
const effects: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['PENUP', { pen: 'up' }],
  ['PENDOWN', { pen: 'down' }],
  ['SERVO', { pen: null }],
  ['HOME', { pen: 'up', move: { to: origin }, isHoming: true }],
  ['ZERO', { origin: 'here', confirmsOrigin: true }],
  ['RESET', { origin: 'restart' }],
  ['STOP', { pen: 'up', stops: true }],
  ['SPEED', { setting: 'speed' }],
  ['ACCEL', { setting: 'acceleration' }],
  ...['STATUS', 'VERSION', 'SYNC', 'WAIT'].map((verb): [string, Effect] => [verb, nothing]),
]);
const unknown: Effect = { problem: 'unknown-command' };

/** `coordinates`: whether `MOVE` is relative to the origin or to the pen. */
export function effectOfCommand(command: string, coordinates: 'absolute' | 'relative'): Effect {
  const verb = verbOf(command);
  if (verb === 'PENHEIGHT') return penHeightEffect(command);
  if (verb !== 'MOVE') return effects.get(verb) ?? unknown;
  const move = parseMove(command);
  if (move === undefined) return { move: 'unknown', problem: 'invalid-move' };
  return { move: coordinates === 'absolute' ? { to: move } : { by: move } };
}

function penHeightEffect(command: string): Effect {
  const penHeight = parsePenHeight(command) ?? undefined;
  return { setting: 'pen-height', ...(penHeight !== undefined && { penHeight }) };
}

export function isOurCommand(command: string): boolean {
  return shapes.has(verbOf(command));
}

/** The last line of a successful reply. `OK` for commands outside Stationery's language. */
export function acknowledgementOf(command: string): string {
  const shape = shapes.get(verbOf(command));
  if (shape === undefined) return 'OK';
  return shape.verb === 'SYNC' ? `OK SYNC_${command.trim().split(/\s+/)[1]}` : `OK ${shape.word}`;
}
