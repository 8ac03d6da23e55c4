import type { Effect } from '../language/effect.ts';
import type { Point } from '../language/geometry.ts';
import { effectOfCommand, parseMove, parsePenHeight, verbOf } from '../language/our-language.ts';
import type { StepLanguage } from './step-sender.ts';
import type { Step, Translation } from './step-task.ts';

/** Values that G-code lines depend on, and what the machine was last told. */
export interface GcodeState {
  penUpMs: number;
  penDownMs: number;
  /** Whether the pen is lowered over `penDownMs`; otherwise the machine waits that long afterwards. */
  lowersGently: boolean;
  stepsPerMm: number;
  hasHoming: boolean;
  isLocked: boolean;
  /** In steps/s. */
  speed: number;
  /** Speed with the pen up, if higher. */
  penUpSpeed: number | undefined;
  penHeightLimits: { readonly min: number; readonly max: number } | undefined;
  /** Pen-down height set by a command, instead of the profile's. */
  penDownAt: number | undefined;
  /** Whether the pen is up, as last moved by this driver; unknown after raw lines. */
  penIsUp: boolean | undefined;
  /** Whether units, distance mode and motion mode are as set by this driver. False after a reset and raw lines. */
  modesAreSet: boolean;
  /** Feed of the last line, in mm/min. */
  feed: number | undefined;
  /** Target of the last line, in steps; unknown after raw lines. */
  target: Point | undefined;
}

export const startState: Omit<GcodeState, 'speed'> = {
  penUpMs: 200,
  penDownMs: 200,
  lowersGently: false,
  stepsPerMm: 80,
  hasHoming: false,
  isLocked: false,
  penIsUp: undefined,
  penUpSpeed: undefined,
  penHeightLimits: undefined,
  penDownAt: undefined,
  modesAreSet: false,
  feed: undefined,
  target: undefined,
};

/** Interval and maximum number of the steps in which a servo is lowered gently. */
const gentleStepMs = 40;
const maxGentleSteps = 50;

/** Whether this pen is lowered gently, which requires that it is up. */
export function isGentle(to: 'up' | 'down', { lowersGently, penIsUp, penDownMs }: GcodeState): boolean {
  return to === 'down' && lowersGently && penIsUp === true && penDownMs > 0;
}

/** Positions of a servo that is lowered gently, and the time for each. */
export function gentleWay(
  from: number,
  to: number,
  durationMs: number,
): { heights: number[]; everyMs: number } {
  const count = Math.min(maxGentleSteps, Math.max(1, Math.round(durationMs / gentleStepMs)));
  const heights = Array.from({ length: count }, (_, at) => from + ((to - from) * (at + 1)) / count);
  return { heights, everyMs: durationMs / count };
}

/** Returns the feed at which the Z axis moves this far in this time, but at most its default feed. */
export function gentleFeed(wayMm: number, durationMs: number, feedMmMin: number): number {
  return Math.min(feedMmMin, Math.max(1, (60_000 * Math.abs(wayMm)) / durationMs));
}

/** The words in which a family differs from other G-code machines. */
interface GcodeWords<State extends GcodeState>
  extends Pick<StepLanguage<State>, 'barrier' | 'endsAtRefusal'> {
  /** Lines that move the pen. The last one proves that the pen has arrived before anything else moves. */
  pen(to: 'up' | 'down', state: State): readonly Step[];
  move(to: Point, state: State, feedMmMin: number): readonly Step[];
  /** Lines that wait. The last one proves that the machine has waited. */
  wait(ms: number): readonly Step[];
  zero: Translation;
  /** Homes machines with limit switches. Sent after the lines that lift the pen. */
  home: Translation;
  status: Translation;
  version: Translation;
  reset: Translation;
  raw(text: string, forget: () => void): Translation;
  /** The setting of the machine that limits the pen height. */
  heightSetting?: string;
  wrongArguments: string;
  unknownCommand(verb: string): string;
}

/** Beginning of the refusal of a pen height; machines would silently use a different one. */
export const heightOutOfRange = 'error: the pen height ';

const refused = (refusal: string): Translation => ({ steps: [], refusal });

export function gcodeLanguage<State extends GcodeState>(words: GcodeWords<State>): StepLanguage<State> {
  const { barrier, endsAtRefusal } = words;
  const wrong = refused(words.wrongArguments);
  const move = (to: Point, state: State) => {
    const { speed, penUpSpeed = 0, penIsUp, stepsPerMm } = state;
    const stepsPerS = penIsUp === true ? Math.max(speed, penUpSpeed) : speed;
    return words.move(to, state, Math.max(1, (stepsPerS / stepsPerMm) * 60));
  };
  const home = (state: State): Translation => {
    const lift = state.isLocked ? [] : words.pen('up', state);
    if (!state.hasHoming) return { steps: [...lift, ...move({ x: 0, y: 0 }, state), ...barrier] };
    forgetModes(state);
    return { ...words.home, steps: [...lift, ...words.home.steps] };
  };
  const translate = (command: string, state: State): Translation => {
    const verb = verbOf(command);
    switch (verb) {
      case 'PENUP':
        return { steps: words.pen('up', state) };
      case 'PENDOWN':
        return { steps: words.pen('down', state) };
      case 'MOVE': {
        const to = parseMove(command);
        return to === undefined ? wrong : { steps: move(to, state) };
      }
      case 'SPEED': {
        const speed = numberIn(command);
        if (speed === undefined || speed <= 0) return wrong;
        state.speed = speed;
        return { steps: [] };
      }
      case 'PENHEIGHT':
        return setPenHeight(command, state, words.heightSetting) ?? wrong;
      case 'WAIT': {
        const ms = numberIn(command);
        return ms === undefined ? wrong : { steps: words.wait(ms) };
      }
      case 'SYNC':
        return { steps: barrier };
      case 'ZERO':
        state.target = { x: 0, y: 0 };
        return words.zero;
      case 'HOME':
        return home(state);
      case 'STATUS':
        return words.status;
      case 'VERSION':
        return words.version;
      case 'RESET':
        forgetModes(state);
        return words.reset;
      case 'ACCEL':
      case 'SERVO':
        return refused(words.unknownCommand(verb));
      default:
        return words.raw(command.trim(), () => forgetModes(state));
    }
  };
  return { translate, forgetModes, barrier, endsAtRefusal };
}

/** Makes the next line set everything again. */
export function forgetModes(state: GcodeState): void {
  state.modesAreSet = false;
  state.feed = undefined;
  state.target = undefined;
  state.penIsUp = undefined;
}

function setPenHeight(command: string, state: GcodeState, setting?: string): Translation | undefined {
  const height = parsePenHeight(command);
  if (height === undefined) return undefined;
  const { min, max } = state.penHeightLimits ?? { min: -Infinity, max: Infinity };
  if (height !== null && (height < min || height > max))
    return refused(
      `${heightOutOfRange}${height} is not ${min} to ${max}${setting === undefined ? '' : ` (${setting})`}`,
    );
  state.penDownAt = height ?? undefined;
  return { steps: [] };
}

/** `ofRaw`: the effect of a raw line; undefined if the machine does not know it. */
export function gcodeEffectOf(
  command: string,
  hasHoming: boolean,
  ofRaw: (text: string) => Effect | undefined,
): Effect {
  const effect = effectOfCommand(command, 'absolute');
  const verb = verbOf(command);
  if (verb === 'HOME' && hasHoming)
    return { pen: 'up', move: 'unknown', isHoming: true, confirmsOrigin: true };
  // A reset keeps position and origin, but switches off the spindle, which may be the pen.
  if (verb === 'RESET') return { pen: null };
  if (verb === 'ACCEL' || verb === 'SERVO') return { problem: 'unknown-command' };
  if (effect.problem !== 'unknown-command') return effect;
  const raw = ofRaw(command.trim()) ?? effect;
  return setsCoordinates.test(command) ? { ...raw, shiftsOrigin: true } : raw;
}

const setsCoordinates = /G(?:10|5[4-9]|92)(?!\d)/i;

export const somethingElse: Effect = { move: 'unknown', pen: null };

function numberIn(command: string): number | undefined {
  const value = /^\S+\s+(\d{1,9}(?:\.\d{1,6})?)$/.exec(command.trim())?.[1];
  return value === undefined ? undefined : Number(value);
}

/** Omits trailing zeros, because receive buffers are small. */
export function short(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
