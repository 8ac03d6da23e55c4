import type { RefusalCode } from '@stationery/contract';
import {
  type GcodeState,
  gcodeEffectOf,
  gcodeLanguage,
  gentleFeed,
  gentleWay,
  heightOutOfRange,
  isGentle,
  short,
  somethingElse,
} from '../kernel/gcode-language.ts';
import type { Step, Translation } from '../kernel/step-task.ts';
import type { Effect } from '../language/effect.ts';
import type { Point } from '../language/geometry.ts';
import type { Profile } from '../profile.ts';

/** `M280`, `M3` and `M5`, or the Z axis. */
type PenMover = NonNullable<Profile['penControl']>;

export interface TranslationState extends GcodeState {
  penControl: PenMover;
  penHeights: { up: number; down: number };
  zFeedMmMin: number;
}

export const positionQuestion = { text: 'M114', answer: 'X:' } satisfies Step;

/** `M400` is answered at rest. The answer to the question proves that the `ok` was for `M400`. */
const barrier: readonly Step[] = [{ text: 'M400' }, positionQuestion];

/** Marlin drops shorter moves and adds them to the next one. */
const minBlockSteps = 8;

const wrongArguments = 'error: wrong arguments';

export const marlinLanguage = gcodeLanguage<TranslationState>({
  barrier,
  // A line may be refused after it has moved the machine.
  endsAtRefusal: false,
  pen: penSteps,
  move: moveSteps,
  wait: waitSteps,
  zero: { steps: [{ text: 'G92 X0 Y0' }, ...barrier] },
  home: { steps: [{ text: 'G28 X Y' }, ...barrier], isAlone: true },
  status: { steps: barrier },
  version: { steps: [{ text: 'M115' }], isAlone: true },
  reset: { steps: [{ text: 'M999' }, ...barrier], isAlone: true },
  raw,
  wrongArguments,
  unknownCommand,
});

export function penSteps(to: 'up' | 'down', state: TranslationState): Step[] {
  const { penControl, penHeights, penUpMs, penDownMs, penDownAt } = state;
  const gently = isGentle(to, state);
  state.penIsUp = to === 'up';
  const height = to === 'up' ? penHeights.up : (penDownAt ?? penHeights.down);
  const ms = to === 'up' ? penUpMs : penDownMs;
  if (penControl === 'z') {
    const feed = gently ? gentleFeed(height - penHeights.up, ms, state.zFeedMmMin) : state.zFeedMmMin;
    const text = `G1 Z${short(height, 3)} F${short(feed, 1)}`;
    return [...modes(state), { text }, ...waitSteps(gently ? 0 : ms)];
  }
  const { heights, everyMs } = gently
    ? gentleWay(penHeights.up, height, ms)
    : { heights: [height], everyMs: ms };
  const turns = heights.map((at) => ({ text: turnLine(penControl, at) }));
  const last = turns.pop()!;
  return [
    { text: 'M400' },
    ...turns.flatMap((turn) => [turn, dwell(everyMs)]),
    ...[last, ...waitSteps(everyMs)],
  ];
}

function turnLine(penControl: 'servo' | 'spindle', height: number): string {
  if (penControl === 'servo') return `M280 P0 S${short(height, 1)}`;
  return height === 0 ? 'M5' : `M3 S${short(height, 1)}`;
}

function moveSteps(to: Point, state: TranslationState, feed: number): Step[] {
  const { stepsPerMm, target } = state;
  const mm = (steps: number) => short(steps / stepsPerMm, 4);
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

function waitSteps(ms: number): Step[] {
  return [dwell(ms), positionQuestion];
}

function dwell(ms: number): Step {
  return { text: `G4 P${Math.max(1, Math.round(ms))}` };
}

/** A servo takes degrees; Marlin would silently clip other values. */
export function penHeightLimits(penControl: PenMover): { min: number; max: number } | undefined {
  return { servo: { min: 0, max: 180 }, spindle: { min: 0, max: 255 }, z: undefined }[penControl];
}

const questions = /^M(?:105|115|119|503|83|82)$/i;
/** Only the driver adds line numbers and checksums. */
const numbering = /^N\d|\*|^M110\b/i;

function raw(text: string, forget: () => void): Translation {
  if (/[^\t\x20-\x7e]/.test(text) || numbering.test(text))
    return { steps: [], refusal: unknownCommand(text) };
  if (/^M114$/i.test(text)) return { steps: [positionQuestion], isAlone: true };
  if (questions.test(text)) return { steps: [{ text }], isAlone: true };
  forget();
  return { steps: [{ text }, ...barrier], isAlone: true };
}

function unknownCommand(text: string): string {
  return `echo:Unknown command: "${text}"`;
}

export function effectOf(command: string, hasHoming: boolean): Effect {
  return gcodeEffectOf(command, hasHoming, (text) => {
    if (questions.test(text) || /^M114$/i.test(text)) return {};
    return /^(?:[GMT]\d|FIRMWARE_RESTART$)/i.test(text) ? somethingElse : undefined;
  });
}

/** Marlin and Klipper refuse the line being processed with these; an `ok` follows. */
export function isRefusal(line: string): boolean {
  return /^(?:echo:Unknown command:|\/\/ Unknown command:|Error:|!! )/.test(line);
}

export function refusalOf(terminalLine: string): RefusalCode {
  if (/Unknown command/.test(terminalLine)) return 'unknown-command';
  if (terminalLine.startsWith(heightOutOfRange) || /out of range/i.test(terminalLine)) return 'out-of-range';
  if (terminalLine === wrongArguments) return 'wrong-arguments';
  if (/must home/i.test(terminalLine)) return 'locked';
  return 'other';
}

/** `X:10.00 Y:5.00 Z:0.00 E:0.00 Count X:800 Y:400 Z:0`, in millimetres. */
export function parsePosition(line: string): Point | undefined {
  const match = /^X:\s?(-?\d{1,7}(?:\.\d{1,6})?) Y:\s?(-?\d{1,7}(?:\.\d{1,6})?) /.exec(line);
  return match === null ? undefined : { x: Number(match[1]), y: Number(match[2]) };
}
