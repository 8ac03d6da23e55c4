import type { RefusalCode } from '@stationery/contract';
import type { StepLanguage } from '../../kernel/step-sender.ts';
import type { Step, Translation } from '../../kernel/step-task.ts';
import type { Effect } from '../../language/effect.ts';
import type { Point } from '../../language/geometry.ts';
import { effectOfCommand, parseMove, parsePenHeight, verbOf } from '../../language/our-language.ts';
import type { GrblPen } from './pen.ts';

export interface TranslationState {
  readonly pen: GrblPen;
  readonly penUpMs: number;
  readonly penDownMs: number;
  readonly stepsPerMm: number;
  /** Scale of the axes themselves, which decides whether a move takes a block. */
  readonly axisStepsPerMm: readonly [number, number];
  readonly hasHoming: boolean;
  /** After an alarm only `$` lines are accepted. */
  readonly isLocked: boolean;
  /** In steps/s. */
  speed: number;
  /** With the pen up, if higher. */
  readonly penUpSpeed: number | undefined;
  /** Pen-down height set by a command, instead of the profile's. */
  penDownAt: number | undefined;
  /** Range of the pen height, if known. */
  readonly penHeightLimits: { readonly min: number; readonly max: number } | undefined;
  /** As last moved by this driver; unknown after raw lines. */
  penIsUp: boolean | undefined;
  /** Units, distance mode and motion mode are as set by this driver. False after a reset and raw lines. */
  modesAreSet: boolean;
  /** Feed of the last line, in mm/min. */
  feed: number | undefined;
  /** Target of the last line, in steps; unknown after raw lines. */
  target: Point | undefined;
}

/** Some firmware skips a dwell of zero and does not wait. */
const minDwellMs = 10;

/** A dwell is answered when the planner is empty; the question after it proves that it was this answer. */
const barrierSteps: readonly Step[] = waitSteps(minDwellMs);

export const grblLanguage: StepLanguage<TranslationState> = {
  translate,
  forgetModes,
  barrier: barrierSteps,
  endsAtRefusal: true,
};

function translate(command: string, state: TranslationState): Translation {
  switch (verbOf(command)) {
    case 'PENUP':
      return { steps: penSteps('up', state) };
    case 'PENDOWN':
      return { steps: penSteps('down', state) };
    case 'MOVE': {
      const to = parseMove(command);
      if (to === undefined) return { steps: [], refusal: 'error:2' };
      return { steps: [moveStep(to, state)] };
    }
    case 'SPEED':
      return setSpeed(command, state);
    case 'PENHEIGHT':
      return setPenHeight(command, state);
    case 'WAIT': {
      const ms = numberIn(command);
      if (ms === undefined) return { steps: [], refusal: 'error:2' };
      return { steps: waitSteps(ms) };
    }
    case 'SYNC':
      return { steps: barrierSteps };
    case 'ZERO':
      state.target = { x: 0, y: 0 };
      return { steps: [{ text: 'G10L20P1X0Y0' }], isAlone: true };
    case 'HOME':
      return home(state);
    case 'STATUS':
      return { steps: [], isAlone: true, ending: 'report' };
    case 'VERSION':
      return { steps: [{ text: '$I' }], isAlone: true };
    case 'RESET':
      return { steps: [], isAlone: true, ending: 'restart' };
    case 'ACCEL':
    case 'SERVO':
      return { steps: [], refusal: 'error:3' };
    default:
      return raw(command, state);
  }
}

/** Pen lines end with a barrier, so that the pen has arrived before anything else moves. */
export function penSteps(to: 'up' | 'down', state: TranslationState): Step[] {
  const { pen } = state;
  state.penIsUp = to === 'up';
  const ms = to === 'up' ? state.penUpMs : state.penDownMs;
  if (pen.by === 'spindle') {
    const value = to === 'up' ? pen.up : (state.penDownAt ?? pen.down);
    return [{ text: value === 0 ? 'M5' : `M3S${short(value, 1)}` }, ...waitSteps(ms)];
  }
  const height = to === 'up' ? pen.upMm : (state.penDownAt ?? pen.downMm);
  // Has its own feed; the next move sets its feed again.
  const text = `${modes(state)}Z${short(height, 3)}F${short(pen.feedMmMin, 1)}`;
  state.feed = pen.feedMmMin;
  return [{ text }, ...waitSteps(ms)];
}

function moveStep(to: Point, state: TranslationState): Step {
  const { stepsPerMm, axisStepsPerMm, target } = state;
  const mm = (steps: number) => short(steps / stepsPerMm, 4);
  const travel = state.penIsUp === true ? (state.penUpSpeed ?? 0) : 0;
  const feed = Math.max(1, (Math.max(state.speed, travel) / stepsPerMm) * 60);
  const words = modes(state);
  const speed = feed === state.feed ? '' : `F${short(feed, 1)}`;
  const text = `${words}X${mm(to.x)}Y${mm(to.y)}${speed}`;
  const surely = (from: number, until: number, axis: 0 | 1) =>
    (Math.abs(until - from) / stepsPerMm) * axisStepsPerMm[axis] > 1.1;
  const moves = target !== undefined && (surely(target.x, to.x, 0) || surely(target.y, to.y, 1));
  state.feed = feed;
  state.target = to;
  return moves ? { text, isBlock: true } : { text };
}

function modes(state: TranslationState): string {
  if (state.modesAreSet) return '';
  state.modesAreSet = true;
  state.feed = undefined;
  return 'G21G90G94G1';
}

/** After a reset or a refused line, the next one sets everything again. */
export function forgetModes(state: TranslationState): void {
  state.modesAreSet = false;
  state.feed = undefined;
  state.target = undefined;
  state.penIsUp = undefined;
}

function home(state: TranslationState): Translation {
  const lift = state.isLocked ? [] : penSteps('up', state);
  if (!state.hasHoming) {
    return { steps: [...lift, moveStep({ x: 0, y: 0 }, state), ...barrierSteps] };
  }
  forgetModes(state);
  return { steps: [...lift, { text: '$H' }], isAlone: true, ending: 'report' };
}

function setSpeed(command: string, state: TranslationState): Translation {
  const speed = numberIn(command);
  if (speed === undefined || speed <= 0) return { steps: [], refusal: 'error:2' };
  state.speed = speed;
  return { steps: [] };
}

function setPenHeight(command: string, state: TranslationState): Translation {
  const height = parsePenHeight(command);
  if (height === undefined) return { steps: [], refusal: 'error:2' };
  const { min = height, max = height } = state.penHeightLimits ?? {};
  if (height !== null && (height < Number(min) || height > Number(max)))
    return { steps: [], refusal: `${outOfRange}${height} is not ${min} to ${max} ($30)` };
  state.penDownAt = height ?? undefined;
  return { steps: [] };
}

/** The driver refuses the height itself, because Grbl would silently use a different one. */
const outOfRange = 'error: the pen height ';

/** Questions change nothing; after any other line the modes, the pen and the position are unknown. */
function raw(command: string, state: TranslationState): Translation {
  const text = command.trim();
  if (text === '?') return { steps: [], isAlone: true, ending: 'report' };
  // Grbl reads these bytes as real-time commands, not as part of a line.
  if (/[^\t\x20-\x7e]|[!~?]/.test(text)) return { steps: [], refusal: 'error:1' };
  if (isQuestion(text)) return { steps: [{ text }], isAlone: true };
  forgetModes(state);
  if (text.startsWith('$')) return { steps: [{ text }], isAlone: true, ending: 'rest' };
  return { steps: [{ text }, ...barrierSteps], isAlone: true, ending: 'report' };
}

/** Processed immediately by the machine, without a reply. */
export function isRealTime(command: string): boolean {
  return /^[!~]$/.test(command.trim());
}

function isQuestion(text: string): boolean {
  return /^\$([$#GIN]|\d+|)$/i.test(text);
}

const settingLine = /^\$(\d{1,3}|N\d|I|RST)=/i;
const somethingElse: Effect = { move: 'unknown', pen: null };

export function effectOf(command: string, hasHoming: boolean): Effect {
  const effect = effectOfCommand(command, 'absolute');
  const verb = verbOf(command);
  if (verb === 'HOME' && hasHoming)
    return { pen: 'up', move: 'unknown', isHoming: true, confirmsOrigin: true };
  // A reset keeps position and origin, but switches off the spindle, which may be the pen.
  if (verb === 'RESET') return { pen: null };
  if (verb === 'ACCEL' || verb === 'SERVO') return { problem: 'unknown-command' };
  if (effect.problem !== 'unknown-command') return effect;
  const text = command.trim();
  if (
    text === '?' ||
    isRealTime(text) ||
    isQuestion(text) ||
    settingLine.test(text) ||
    /^\$[XC]$/i.test(text)
  )
    return {};
  // Text that begins like a G-code word or a `$` line is a raw line.
  return /^(\$|[A-Z]\s*[-+.\d])/i.test(text) ? somethingElse : effect;
}

/** Maps `error:n` to a code. */
export function refusalOf(terminalLine: string): RefusalCode {
  const code = Number(/^error:(\d{1,3})$/i.exec(terminalLine.trim())?.[1] ?? Number.NaN);
  if (code === 1 || code === 3 || code === 20) return 'unknown-command';
  if (code === 4 || code === 27 || code === 38) return 'out-of-range';
  if (code === 8) return 'busy';
  if (code === 9 || code === 79) return 'locked';
  if (code === 15) return 'outside-limits';
  if (code === 11) return 'garbled-line';
  if (code === 2 || (code >= 21 && code <= 37)) return 'wrong-arguments';
  if (terminalLine.startsWith(outOfRange)) return 'out-of-range';
  return terminalLine.startsWith('stopped') ? 'stopped' : 'other';
}

/** Meaning of an alarm, and whether the machine keeps its position. */
export function alarmOf(code: number): { meaning: string; keepsPosition: boolean } {
  const meanings: Record<number, string> = {
    1: 'a limit switch was hit',
    2: 'a move would have left its travel',
    3: 'it was reset while it moved',
    4: 'the probe was not in the expected state',
    5: 'the probe did not touch anything',
    6: 'homing was interrupted',
    7: 'its door was opened while it homed',
    8: 'homing could not leave the limit switch',
    9: 'homing did not find the limit switch',
  };
  return { meaning: meanings[code] ?? 'unknown', keepsPosition: code === 2 || code === 4 || code === 5 };
}

function waitSteps(ms: number): Step[] {
  const dwellMs = Math.max(minDwellMs, ms);
  return [
    { text: `G4P${short(dwellMs / 1000, 3)}`, dwellMs },
    { text: '$G', answer: '[GC:' },
  ];
}

function numberIn(command: string): number | undefined {
  const value = /^\S+\s+(\d{1,9}(?:\.\d{1,6})?)$/.exec(command.trim())?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Omits trailing zeros, because every byte counts in a buffer of 128. */
function short(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
