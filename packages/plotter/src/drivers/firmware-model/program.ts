import { brakeProfile, distanceAt, type MoveProfile, moveProfile, speedAt } from '@stationery/drawing';
import type { Command } from '../language/command-parser.ts';
import type { Point } from '../language/geometry.ts';
import type { FirmwareError } from '../lines/grammar.ts';
import { firmwareSettings, type StoredSettings, settingLine, settingRange } from './firmware-settings.ts';
import { firmwareNameOf, type MachineModel, penHeightLimitsOf, servoTimeMs } from './machine-model.ts';

/** Positions are relative to the firmware's origin. */
export interface BoardState {
  position: Point;
  /** The start position, from which limits are measured. */
  startedAt: Point;
  servoDegrees: number;
  penDownDegrees: number;
  speed: number;
  acceleration: number;
  buffered: boolean;
  stored: StoredSettings;
}

/** A straight line. With an offset, only its rest; the profile begins at the offset. */
export interface LineStep {
  kind: 'line';
  from: Point;
  to: Point;
  length: number;
  offset: number;
  profile: MoveProfile;
  durationMs: number;
}

export type Step =
  | LineStep
  | { kind: 'servo'; fromDegrees: number; toDegrees: number; durationMs: number }
  | { kind: 'wait'; durationMs: number };

/** A parsed command: its steps, its state change and its final reply. */
export interface Program {
  steps: Step[];
  change: Partial<BoardState>;
  info: string[];
  word: string;
}

export type Planned = { ok: true; program: Program } | { ok: false; error: FirmwareError };

export const maxWaitMs = 3_600_000;

const origin: Point = { x: 0, y: 0 };

function unconfigured(factory: MachineModel): StoredSettings {
  return { factory, values: new Map() };
}

export function startedBoard(model: MachineModel, stored: StoredSettings = unconfigured(model)): BoardState {
  const { speed, acceleration, servoUpDegrees, servoDownDegrees: penDownDegrees } = model;
  return {
    position: origin,
    startedAt: origin,
    servoDegrees: servoUpDegrees,
    penDownDegrees,
    speed,
    acceleration,
    buffered: false,
    stored,
  };
}

/** The pen touches the paper at the model's pen-down angle, or at a smaller one set by the user. */
export function touchesPaper(
  model: MachineModel,
  { servoDegrees, penDownDegrees }: Pick<BoardState, 'servoDegrees' | 'penDownDegrees'>,
): boolean {
  return servoDegrees >= Math.min(model.servoDownDegrees, penDownDegrees);
}

export function planCommand(command: Command, state: BoardState, model: MachineModel): Planned {
  switch (command.verb) {
    case 'PENUP':
      return planned('PEN_UP', { steps: [turn(state, model, model.servoUpDegrees)] });
    case 'PENDOWN':
      return planned('PEN_DOWN', { steps: [turn(state, model, state.penDownDegrees)] });
    case 'STOP':
      return planned('STOPPED', { steps: [turn(state, model, model.servoUpDegrees)] });
    case 'STATUS':
      return planned('STATUS', { info: statusLines(state, model) });
    case 'VERSION':
      return planned('VERSION', { info: [firmwareNameOf(model)] });
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
      return inRange(command.waitMs, 0, maxWaitMs, 'milliseconds', () =>
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
    case 'PENHEIGHT': {
      const { height } = command;
      if (height === null) return penHeight(model.servoDownDegrees);
      const { min, max } = penHeightLimitsOf(model);
      return inRange(height, min, max, 'degrees', () => penHeight(height));
    }
    case 'BUFFER':
      return model.queuedCommands > 0
        ? planned('BUFFER', { change: { buffered: command.on } })
        : refused('UNKNOWN', 'BUFFER is not a command');
    case 'CONFIG':
      return planConfig(command, state);
  }
}

function planConfig(command: Extract<Command, { verb: 'CONFIG' }>, { stored }: BoardState): Planned {
  const { factory, values } = stored;
  if (command.action === 'defaults') return planned('CONFIG', { change: { stored: unconfigured(factory) } });
  if (command.action === 'list' || command.action === 'read') {
    const listed = command.action === 'list' ? firmwareSettings : [command.setting];
    return planned('CONFIG', { info: listed.map((setting) => settingLine(setting, stored)) });
  }
  const { setting, value } = command;
  const { min, max } = settingRange(setting, stored);
  if (value < min || value > max) return refused('RANGE', `${value} is not ${min} to ${max}`);
  const changed = new Map([...values, [setting.name, value]]);
  return planned('CONFIG', { change: { stored: { factory, values: changed } } });
}

function penHeight(penDownDegrees: number): Planned {
  return planned('PEN_HEIGHT', { change: { penDownDegrees } });
}

/** Brakes a running step to rest without losing its position; undefined if it needs no braking. */
export function haltingStep(step: Step, elapsedMs: number): Step | undefined {
  if (step.kind !== 'line' || step.length === 0) return undefined;
  const profile = brakeProfile(speedAt(step.profile, elapsedMs), step.profile.acceleration);
  return lineUpTo(step, step.offset + distanceAt(step.profile, elapsedMs), profile);
}

/** Returns the part of the line from an offset to the end of the profile. Motors come to rest on whole steps. */
export function lineUpTo(step: LineStep, offset: number, profile: MoveProfile): LineStep {
  const length = offset + profile.length;
  const isWhole = length >= step.length - shortestRest;
  const end = isWhole ? step : { to: roundPoint(along(step, length)), length };
  const { durationMs } = profile;
  return { kind: 'line', from: step.from, to: end.to, length: end.length, offset, profile, durationMs };
}

/** Shortest rest of a line that counts, in steps; larger than rounding errors. */
const shortestRest = 1e-6;

export function stateAfter(state: BoardState, { steps, change }: Program): BoardState {
  return stateChanged(steps.reduce(stateAfterStep, state), change);
}

export function stateAfterStep(state: BoardState, step: Step): BoardState {
  if (step.kind === 'line') return { ...state, position: step.to };
  return step.kind === 'servo' ? { ...state, servoDegrees: step.toDegrees } : state;
}

export function pointAlong(step: LineStep, elapsedMs: number): Point {
  return roundPoint(along(step, step.offset + distanceAt(step.profile, elapsedMs)));
}

function along({ from, to, length }: LineStep, covered: number): Point {
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
  return { kind: 'line', from, to, length, offset: 0, profile, durationMs: profile.durationMs };
}

export function turn(state: BoardState, model: MachineModel, toDegrees: number): Step {
  const fromDegrees = state.servoDegrees;
  return { kind: 'servo', fromDegrees, toDegrees, durationMs: servoTimeMs(model, fromDegrees, toDegrees) };
}

/** Written like the commands that would restore the state. */
function statusLines(state: BoardState, model: MachineModel): string[] {
  const { position, servoDegrees, speed, acceleration } = state;
  return [
    `POS X${position.x} Y${position.y}`,
    `PEN ${touchesPaper(model, state) ? 'DOWN' : 'UP'}`,
    `SPEED ${speed}`,
    `ACCEL ${acceleration}`,
    ...(model.hasServo ? [`SERVO ${servoDegrees}`] : []),
    ...(model.limits === undefined ? [] : [`LIMITS ${limitsLine(state, model.limits)}`]),
    heightsLine(model),
    ...(model.queuedCommands === 0 ? [] : [deviationLine(model)]),
  ];
}

function heightsLine(model: MachineModel): string {
  const { min, max } = penHeightLimitsOf(model);
  return `HEIGHTS ${min}..${max}`;
}

function deviationLine({ cornerDeviationMm, stepsPerMm }: MachineModel): string {
  return `DEVIATION ${Math.round(1000 * cornerDeviationMm * stepsPerMm)}`;
}

function limitsLine({ startedAt }: BoardState, limits: NonNullable<MachineModel['limits']>): string {
  const x = `X${startedAt.x + limits.minX}..${startedAt.x + limits.maxX}`;
  return `${x} Y${startedAt.y + limits.minY}..${startedAt.y + limits.maxY}`;
}

/** One shared object, so that `stateChanged` need not copy the state for it. */
const noChange: Program['change'] = {};

export function stateChanged(state: BoardState, change: Program['change']): BoardState {
  return change === noChange ? state : { ...state, ...change };
}

function planned(
  word: string,
  { steps = [], change = noChange, info = [] }: Partial<Omit<Program, 'word'>>,
): Planned {
  return { ok: true, program: { word, steps, change, info } };
}

function refused(code: FirmwareError['code'], text: string): Planned {
  return { ok: false, error: { code, text } };
}

function inRange(value: number, min: number, max: number, unit: string, plan: () => Planned): Planned {
  return value >= min && value <= max ? plan() : refused('RANGE', `${value} is not ${min} to ${max} ${unit}`);
}

/** Adding 0 avoids `-0`. */
function difference(a: Point, b: Point): Point {
  return { x: a.x - b.x + 0, y: a.y - b.y + 0 };
}

function roundPoint({ x, y }: Point): Point {
  return { x: Math.round(x) + 0, y: Math.round(y) + 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
