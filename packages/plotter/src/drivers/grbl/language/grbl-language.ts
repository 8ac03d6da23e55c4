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
} from '../../kernel/gcode-language.ts';
import type { Step, Translation } from '../../kernel/step-task.ts';
import type { Effect } from '../../language/effect.ts';
import type { Point } from '../../language/geometry.ts';
import type { GrblPen } from './pen.ts';

export interface TranslationState extends GcodeState {
  pen: GrblPen;
  /** Scale of the axes themselves, which determines whether a move takes a block. */
  axisStepsPerMm: readonly [number, number];
}

const minDwellMs = 10;

/**
 * A dwell is answered when the planner is empty. The answer to the question after the dwell proves that the `ok` was
 * for the dwell.
 */
const barrier: readonly Step[] = waitSteps(minDwellMs);

/** While Grbl writes to its EEPROM (`G10`, `$100=…`) it loses received bytes, so these lines are sent alone. */
export const grblLanguage = gcodeLanguage<TranslationState>({
  barrier,
  endsAtRefusal: true,
  pen: penSteps,
  move: (to, state, feed) => [moveStep(to, state, feed)],
  wait: waitSteps,
  zero: { steps: [{ text: 'G10L20P1X0Y0' }], isAlone: true },
  home: { steps: [{ text: '$H' }], isAlone: true, ending: 'report' },
  status: { steps: [], isAlone: true, ending: 'report' },
  version: { steps: [{ text: '$I' }], isAlone: true },
  reset: { steps: [], isAlone: true, ending: 'restart' },
  raw,
  heightSetting: '$30',
  wrongArguments: 'error:2',
  unknownCommand: () => 'error:3',
});

export function penSteps(to: 'up' | 'down', state: TranslationState): Step[] {
  const { pen, penDownMs } = state;
  const gently = isGentle(to, state);
  state.penIsUp = to === 'up';
  const ms = to === 'up' ? state.penUpMs : penDownMs;
  if (pen.by === 'spindle') {
    const value = to === 'up' ? pen.up : (state.penDownAt ?? pen.down);
    const { heights, everyMs } = gently ? gentleWay(pen.up, value, ms) : { heights: [value], everyMs: ms };
    const turns = heights.map((height) => ({ text: height === 0 ? 'M5' : `M3S${short(height, 1)}` }));
    const last = turns.pop()!;
    return [...turns.flatMap((turn) => [turn, dwell(everyMs)]), last, ...waitSteps(everyMs)];
  }
  const height = to === 'up' ? pen.upMm : (state.penDownAt ?? pen.downMm);
  // The pen has its own feed, so the next move sets its feed again.
  const feed = gently ? gentleFeed(height - pen.upMm, ms, pen.feedMmMin) : pen.feedMmMin;
  const text = `${modes(state)}Z${short(height, 3)}F${short(feed, 1)}`;
  state.feed = feed;
  return [{ text }, ...waitSteps(gently ? 0 : ms)];
}

function moveStep(to: Point, state: TranslationState, feed: number): Step {
  const { stepsPerMm, axisStepsPerMm, target } = state;
  const mm = (steps: number) => short(steps / stepsPerMm, 4);
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

/** Questions change nothing; after any other line the modes, the pen and the position are unknown. */
function raw(text: string, forget: () => void): Translation {
  if (text === '?') return { steps: [], isAlone: true, ending: 'report' };
  // Grbl reads these bytes as real-time commands, not as part of a line.
  if (/[^\t\x20-\x7e]|[!~?]/.test(text)) return { steps: [], refusal: 'error:1' };
  if (isQuestion(text)) return { steps: [{ text }], isAlone: true };
  forget();
  if (text.startsWith('$')) return { steps: [{ text }], isAlone: true, ending: 'rest' };
  return { steps: [{ text }, ...barrier], isAlone: true, ending: 'report' };
}

/** Whether the machine processes the command at once and sends no reply. */
export function isRealTime(command: string): boolean {
  return /^[!~]$/.test(command.trim());
}

function isQuestion(text: string): boolean {
  return /^\$([$#GIN]|\d+|)$/i.test(text);
}

const harmless = /^(?:\?|\$(?:\d{1,3}|N\d|I|RST)=.*|\$[XC])$/i;

export function effectOf(command: string, hasHoming: boolean): Effect {
  return gcodeEffectOf(command, hasHoming, (text) => {
    if (harmless.test(text) || isRealTime(text) || isQuestion(text)) return {};
    // Text that begins like a G-code word or a `$` line is a raw line.
    return /^(\$|[A-Z]\s*[-+.\d])/i.test(text) ? somethingElse : undefined;
  });
}

export function refusalOf(terminalLine: string): RefusalCode {
  const code = Number(/^error:(\d{1,3})$/i.exec(terminalLine.trim())?.[1] ?? Number.NaN);
  if (code === 1 || code === 3 || code === 20) return 'unknown-command';
  if (code === 4 || code === 27 || code === 38) return 'out-of-range';
  if (code === 8) return 'busy';
  if (code === 9 || code === 79) return 'locked';
  if (code === 15) return 'outside-limits';
  if (code === 11) return 'garbled-line';
  if (code === 2 || (code >= 21 && code <= 37)) return 'wrong-arguments';
  if (terminalLine.startsWith(heightOutOfRange)) return 'out-of-range';
  return terminalLine.startsWith('stopped') ? 'stopped' : 'other';
}

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
  return [dwell(ms), { text: '$G', answer: '[GC:' }];
}

function dwell(ms: number): Step {
  const dwellMs = Math.max(minDwellMs, ms);
  return { text: `G4P${short(dwellMs / 1000, 3)}`, dwellMs };
}
