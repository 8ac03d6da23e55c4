import { brakeProfile, distanceAt, type MoveProfile, moveProfile, speedAt } from '@stationery/drawing';
import type { Point } from '../geometry.ts';
import { type FirmwareError, firmwareName } from '../lines/grammar.ts';
import type { Command } from './command-parser.ts';
import { type MachineModel, servoTimeMs } from './machine-model.ts';

/** What the firmware knows between two commands. Places count from its origin. */
export interface BoardState {
  position: Point;
  /** Where it stood when the board started: the limits are measured from there. */
  startedAt: Point;
  servoDegrees: number;
  speed: number;
  acceleration: number;
}

export type Step =
  | { kind: 'line'; from: Point; to: Point; length: number; profile: MoveProfile; durationMs: number }
  | { kind: 'servo'; fromDegrees: number; toDegrees: number; durationMs: number }
  | { kind: 'wait'; durationMs: number };

/** A command taken apart: what moves, what is different afterwards, and what is said in the end. */
export interface Program {
  steps: Step[];
  change: Partial<BoardState>;
  info: string[];
  word: string;
}

export type Planned = { ok: true; program: Program } | { ok: false; error: FirmwareError };

export const longestWaitMs = 3_600_000;

const origin: Point = { x: 0, y: 0 };

export function startedBoard(model: MachineModel): BoardState {
  const { speed, acceleration, servoUpDegrees } = model;
  return { position: origin, startedAt: origin, servoDegrees: servoUpDegrees, speed, acceleration };
}

export function touchesPaper(model: MachineModel, servoDegrees: number): boolean {
  return servoDegrees >= model.servoDownDegrees;
}

/** What the firmware does about a command, or why it does not. Nothing changes yet. */
export function planCommand(command: Command, state: BoardState, model: MachineModel): Planned {
  switch (command.verb) {
    case 'PENUP':
      return planned('PEN_UP', { steps: [turn(state, model, model.servoUpDegrees)] });
    case 'PENDOWN':
      return planned('PEN_DOWN', { steps: [turn(state, model, model.servoDownDegrees)] });
    case 'STOP':
      return planned('STOPPED', { steps: [turn(state, model, model.servoUpDegrees)] });
    case 'STATUS':
      return planned('STATUS', { info: statusLines(state, model) });
    case 'VERSION':
      return planned('VERSION', { info: [firmwareName] });
    case 'SYNC':
      return planned(`SYNC_${command.digits}`, {});
    case 'RESET':
      return planned('RESET', {});
    case 'MOVE':
      return planMove(command, state, model);
    case 'HOME':
      return planned('HOME', { steps: [turn(state, model, model.servoUpDegrees), lineTo(origin, state)] });
    case 'ZERO':
      return planned('ZERO', {
        change: { position: origin, startedAt: difference(state.startedAt, state.position) },
      });
    case 'WAIT':
      return inRange(command.waitMs, 0, longestWaitMs, 'milliseconds', () =>
        planned('WAIT', { steps: [{ kind: 'wait', durationMs: command.waitMs }] }),
      );
    case 'SPEED':
      return inRange(command.speed, 1, model.maxSpeed, 'steps/s', () =>
        planned('SPEED', { change: { speed: command.speed } }),
      );
    case 'ACCEL':
      return inRange(command.acceleration, 1, model.maxAcceleration, 'steps/s2', () =>
        planned('ACCEL', { change: { acceleration: command.acceleration } }),
      );
    case 'SERVO':
      if (!model.hasServo) return refused('UNKNOWN', 'no servo is fitted');
      return inRange(command.degrees, 0, 180, 'degrees', () =>
        planned('SERVO', { steps: [turn(state, model, command.degrees)] }),
      );
  }
}

/** How a step that is under way comes to a halt without losing its place; undefined when it just ends. */
export function haltingStep(step: Step, elapsedMs: number): Step | undefined {
  if (step.kind !== 'line' || step.length === 0) return undefined;
  const { acceleration } = step.profile;
  const profile = brakeProfile(speedAt(step.profile, elapsedMs), acceleration);
  const covered = distanceAt(step.profile, elapsedMs) + distanceAt(profile, profile.durationMs);
  const from = pointAlong(step, elapsedMs);
  const to = roundPoint(along(step, covered));
  return { kind: 'line', from, to, length: distance(from, to), profile, durationMs: profile.durationMs };
}

/** Where the pen is on its way, to the nearest step: a motor stands on no other. */
export function pointAlong(step: Step & { kind: 'line' }, elapsedMs: number): Point {
  return roundPoint(along(step, distanceAt(step.profile, elapsedMs)));
}

function along({ from, to, length }: Step & { kind: 'line' }, covered: number): Point {
  const share = length === 0 ? 1 : Math.min(1, covered / length);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

function planMove(target: Point, state: BoardState, model: MachineModel): Planned {
  const { limits } = model;
  const fromStart = difference(target, state.startedAt);
  if (
    limits !== undefined &&
    (fromStart.x < limits.minX ||
      fromStart.x > limits.maxX ||
      fromStart.y < limits.minY ||
      fromStart.y > limits.maxY)
  ) {
    return refused('LIMIT', `X${target.x} Y${target.y} lies outside ${limitsLine(state, limits)}`);
  }
  return planned('MOVE', { steps: [lineTo({ x: target.x, y: target.y }, state)] });
}

function lineTo(to: Point, state: BoardState): Step {
  const from = state.position;
  const length = distance(from, to);
  const profile = moveProfile(length, state.speed, state.acceleration);
  return { kind: 'line', from, to, length, profile, durationMs: profile.durationMs };
}

export function turn(state: BoardState, model: MachineModel, toDegrees: number): Step {
  const fromDegrees = state.servoDegrees;
  return { kind: 'servo', fromDegrees, toDegrees, durationMs: servoTimeMs(model, fromDegrees, toDegrees) };
}

/** Written like the commands that would bring the machine there. */
function statusLines(state: BoardState, model: MachineModel): string[] {
  const { position, servoDegrees, speed, acceleration } = state;
  return [
    `POS X${position.x} Y${position.y}`,
    `PEN ${touchesPaper(model, servoDegrees) ? 'DOWN' : 'UP'}`,
    `SPEED ${speed}`,
    `ACCEL ${acceleration}`,
    ...(model.hasServo ? [`SERVO ${servoDegrees}`] : []),
    ...(model.limits === undefined ? [] : [`LIMITS ${limitsLine(state, model.limits)}`]),
  ];
}

function limitsLine({ startedAt }: BoardState, limits: NonNullable<MachineModel['limits']>): string {
  const x = `X${startedAt.x + limits.minX}..${startedAt.x + limits.maxX}`;
  return `${x} Y${startedAt.y + limits.minY}..${startedAt.y + limits.maxY}`;
}

function planned(word: string, parts: Partial<Omit<Program, 'word'>>): Planned {
  return { ok: true, program: { steps: [], change: {}, info: [], ...parts, word } };
}

function refused(code: FirmwareError['code'], text: string): Planned {
  return { ok: false, error: { code, text } };
}

function inRange(value: number, min: number, max: number, unit: string, plan: () => Planned): Planned {
  return value >= min && value <= max ? plan() : refused('RANGE', `${value} is not ${min} to ${max} ${unit}`);
}

/** Never `-0`, which would be printed as one. */
function difference(a: Point, b: Point): Point {
  return { x: a.x - b.x + 0, y: a.y - b.y + 0 };
}

function roundPoint({ x, y }: Point): Point {
  return { x: Math.round(x) + 0, y: Math.round(y) + 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
