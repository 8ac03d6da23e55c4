import type { RefusalCode } from '@stationery/contract';
import type { StepLanguage } from '../kernel/step-sender.ts';
import type { Step, Translation } from '../kernel/step-task.ts';
import type { Effect } from '../language/effect.ts';
import type { Point } from '../language/geometry.ts';
import { effectOfCommand, parseMove, parsePenHeight, verbOf } from '../language/our-language.ts';
import type { Profile } from '../profile.ts';

/** How the pen is moved: by `M280`, by `M3` and `M5`, or by the Z axis. */
export type PenMover = NonNullable<Profile['penControl']>;

export interface TranslationState {
  penControl: PenMover;
  penHeights: { up: number; down: number };
  penUpMs: number;
  penDownMs: number;
  stepsPerMm: number;
  hasHoming: boolean;
  /** In steps/s. */
  speed: number;
  /** With the pen up, if higher. */
  penUpSpeed: number | undefined;
  zFeedMmMin: number;
  /** Pen-down height set by a command, instead of the profile's. */
  penDownAt: number | undefined;
  /** As last moved by this driver; unknown after raw lines. */
  penIsUp: boolean | undefined;
  /** Distances are absolute. False after a restart and raw lines. */
  modesAreSet: boolean;
  /** Target of the last line, in steps; unknown after raw lines. */
  target: Point | undefined;
}

export const positionQuestion = { text: 'M114', answer: 'X:' } satisfies Step;

/** `M400` is answered when all motion has ended; the question after it proves that it was this answer. */
const barrierSteps: readonly Step[] = [{ text: 'M400' }, positionQuestion];

/** Marlin drops shorter moves and adds them to the next one. */
const minBlockSteps = 8;

const outOfRange = 'error: the pen height ';
const badArguments = 'error: wrong arguments';

export const marlinLanguage: StepLanguage<TranslationState> = {
  translate,
  forgetModes,
  barrier: barrierSteps,
  // A line may be refused after it has moved the machine.
  endsAtRefusal: false,
};

function translate(command: string, state: TranslationState): Translation {
  switch (verbOf(command)) {
    case 'PENUP':
      return { steps: penSteps('up', state) };
    case 'PENDOWN':
      return { steps: penSteps('down', state) };
    case 'MOVE': {
      const to = parseMove(command);
      return to === undefined ? refused(badArguments) : { steps: moveSteps(to, state) };
    }
    case 'SPEED': {
      const speed = numberIn(command);
      if (speed === undefined || speed <= 0) return refused(badArguments);
      state.speed = speed;
      return { steps: [] };
    }
    case 'PENHEIGHT':
      return setPenHeight(command, state);
    case 'WAIT': {
      const ms = numberIn(command);
      return ms === undefined ? refused(badArguments) : { steps: [dwell(ms), positionQuestion] };
    }
    case 'SYNC':
    case 'STATUS':
      return { steps: barrierSteps };
    case 'ZERO':
      state.target = { x: 0, y: 0 };
      return { steps: [{ text: 'G92 X0 Y0' }, ...barrierSteps] };
    case 'HOME':
      return home(state);
    case 'VERSION':
      return { steps: [{ text: 'M115' }], isAlone: true };
    case 'RESET':
      forgetModes(state);
      return { steps: [{ text: 'M999' }, ...barrierSteps], isAlone: true };
    case 'ACCEL':
    case 'SERVO':
      return refused(`echo:Unknown command: "${verbOf(command)}"`);
    default:
      return raw(command, state);
  }
}

/** Ends with a proof that the pen has arrived before anything else moves. */
export function penSteps(to: 'up' | 'down', state: TranslationState): Step[] {
  const { penControl, penHeights, penUpMs, penDownMs, penDownAt } = state;
  state.penIsUp = to === 'up';
  const height = to === 'up' ? penHeights.up : (penDownAt ?? penHeights.down);
  const wait = [dwell(to === 'up' ? penUpMs : penDownMs), positionQuestion];
  const rest: Step = { text: 'M400' };
  switch (penControl) {
    case 'servo':
      return [rest, { text: `M280 P0 S${short(height, 1)}` }, ...wait];
    case 'spindle':
      return [rest, { text: height === 0 ? 'M5' : `M3 S${short(height, 1)}` }, ...wait];
    case 'z':
      return [...modes(state), { text: `G1 Z${short(height, 3)} F${short(state.zFeedMmMin, 1)}` }, ...wait];
  }
}

function moveSteps(to: Point, state: TranslationState): Step[] {
  const { stepsPerMm, target } = state;
  const mm = (steps: number) => short(steps / stepsPerMm, 4);
  const travel = state.penIsUp === true ? (state.penUpSpeed ?? 0) : 0;
  const feed = Math.max(1, (Math.max(state.speed, travel) / stepsPerMm) * 60);
  const text = `G1 X${mm(to.x)} Y${mm(to.y)} F${short(feed, 1)}`;
  const isBlock =
    target !== undefined && Math.max(Math.abs(to.x - target.x), Math.abs(to.y - target.y)) > minBlockSteps;
  state.target = to;
  return [...modes(state), isBlock ? { text, isBlock } : { text }];
}

function modes(state: TranslationState): Step[] {
  if (state.modesAreSet) return [];
  state.modesAreSet = true;
  return [{ text: 'G90' }];
}

/** After a restart, a stop or a raw line, the next line sets everything again. */
export function forgetModes(state: TranslationState): void {
  state.modesAreSet = false;
  state.target = undefined;
  state.penIsUp = undefined;
}

function home(state: TranslationState): Translation {
  const lift = penSteps('up', state);
  if (!state.hasHoming) return { steps: [...lift, ...moveSteps({ x: 0, y: 0 }, state), ...barrierSteps] };
  forgetModes(state);
  return { steps: [...lift, { text: 'G28 X Y' }, ...barrierSteps], isAlone: true };
}

function setPenHeight(command: string, state: TranslationState): Translation {
  const height = parsePenHeight(command);
  if (height === undefined) return refused(badArguments);
  const limits = penHeightLimits(state.penControl);
  if (height !== null && limits !== undefined && (height < limits.min || height > limits.max))
    return refused(`${outOfRange}${height} is not ${limits.min} to ${limits.max}`);
  state.penDownAt = height ?? undefined;
  return { steps: [] };
}

/** A servo takes degrees; Marlin would silently clip other values. */
export function penHeightLimits(penControl: PenMover): { min: number; max: number } | undefined {
  return { servo: { min: 0, max: 180 }, spindle: { min: 0, max: 255 }, z: undefined }[penControl];
}

const questions = /^M(?:105|115|119|503|83|82)$/i;
/** Line numbers and checksums are added by the driver. */
const numbering = /^N\d|\*|^M110\b/i;

function raw(command: string, state: TranslationState): Translation {
  const text = command.trim();
  if (/[^\t\x20-\x7e]/.test(text) || numbering.test(text)) return refused(`echo:Unknown command: "${text}"`);
  if (/^M114$/i.test(text)) return { steps: [positionQuestion], isAlone: true };
  if (questions.test(text)) return { steps: [{ text }], isAlone: true };
  forgetModes(state);
  return { steps: [{ text }, ...barrierSteps], isAlone: true };
}

const somethingElse: Effect = { move: 'unknown', pen: null };

export function effectOf(command: string, hasHoming: boolean): Effect {
  const effect = effectOfCommand(command, 'absolute');
  const verb = verbOf(command);
  if (verb === 'HOME' && hasHoming)
    return { pen: 'up', move: 'unknown', isHoming: true, confirmsOrigin: true };
  // Ends a halt and keeps the position.
  if (verb === 'RESET') return { pen: null };
  if (verb === 'ACCEL' || verb === 'SERVO') return { problem: 'unknown-command' };
  if (effect.problem !== 'unknown-command') return effect;
  const text = command.trim();
  if (questions.test(text) || /^M114$/i.test(text)) return {};
  return /^(?:[GMT]\d|FIRMWARE_RESTART$)/i.test(text) ? somethingElse : effect;
}

/** Lines with which Marlin and Klipper refuse the line being processed; an `ok` follows. */
const refusals = /^(?:echo:Unknown command:|\/\/ Unknown command:|Error:|!! )/;

export function isRefusal(line: string): boolean {
  return refusals.test(line);
}

export function refusalOf(terminalLine: string): RefusalCode {
  if (/Unknown command/.test(terminalLine)) return 'unknown-command';
  if (terminalLine.startsWith(outOfRange) || /out of range/i.test(terminalLine)) return 'out-of-range';
  if (terminalLine === badArguments) return 'wrong-arguments';
  if (/must home/i.test(terminalLine)) return 'locked';
  return 'other';
}

/** Parses `X:10.00 Y:5.00 Z:0.00 E:0.00 Count X:800 Y:400 Z:0`, in millimetres. */
export function parsePosition(line: string): Point | undefined {
  const match = /^X:\s?(-?\d{1,7}(?:\.\d{1,6})?) Y:\s?(-?\d{1,7}(?:\.\d{1,6})?) /.exec(line);
  return match === null ? undefined : { x: Number(match[1]), y: Number(match[2]) };
}

const refused = (refusal: string): Translation => ({ steps: [], refusal });

const dwell = (ms: number): Step => ({ text: `G4 P${Math.max(1, Math.round(ms))}` });

function numberIn(command: string): number | undefined {
  const value = /^\S+\s+(\d{1,9}(?:\.\d{1,6})?)$/.exec(command.trim())?.[1];
  return value === undefined ? undefined : Number(value);
}

const short = (value: number, decimals: number) => String(Number(value.toFixed(decimals)));
