import type { Effect } from '../drivers/effect.ts';
import type { MachinePosition } from '../drivers/machine-position.ts';
import { ours } from '../drivers/our-language.ts';

export interface ResumePoint {
  /** The index of the command to continue with. */
  from: number;
  /** What brings the machine to where it was before that command. */
  prelude: string[];
}

/** The pen is up afterwards, and the machine continues. */
const lifts = ({ pen, origin, stops }: Effect) => (pen === 'up' && !stops) || origin === 'restart';
const lowers = ({ pen }: Effect) => pen === 'down';
/** It says where the machine is. */
const places = ({ move, origin }: Effect) => move !== undefined || origin !== undefined;
/** The place where the pen stands becomes the origin. */
const zeroes = ({ origin }: Effect) => origin !== undefined;

export interface ResumeParts {
  /** The first command that was not acknowledged. */
  cut: number;
  at: (index: number) => string;
  effectAt: (index: number) => Effect;
  /** The commands that the device refused: they changed nothing. */
  failed: ReadonlySet<number>;
  startPlace: MachinePosition | null;
}

/**
 * Where to continue after an interruption: right after the last time that the pen went up. Strokes drawn since
 * then may be drawn twice; none is missing. MOVE must be absolute for this.
 *
 * Two things are no way back to there, and then the pen is lowered again in the middle of a stroke: the origin
 * was moved meanwhile, or nobody knows where the machine stood, but for where it went first.
 */
export function resumePoint(parts: ResumeParts): ResumePoint {
  const { from, lifted } = resumeStart(parts);
  const prelude: string[] = [ours.liftPen];
  for (const setting of ['speed', 'acceleration']) {
    const index = lastDone(parts, from, (effect) => effect.setting === setting);
    if (index >= 0) prelude.push(parts.at(index));
  }
  const position = positionBefore(parts, from);
  if (position) prelude.push(ours.moveTo(position));
  if (lastDone(parts, from, lowers, lifted) >= 0) prelude.push(ours.lowerPen);
  return { from, prelude };
}

/** The command to continue with, and the one after which the pen was last up. Reads no more of the job than it must. */
export function resumeStart(parts: ResumeParts): { from: number; lifted: number } {
  const { cut } = parts;
  const lifted = lastDone(parts, cut, lifts) + 1;
  const from = Math.max(lifted, lastDone(parts, cut, zeroes, lifted) + 1);
  if (positionBefore(parts, from)) return { from, lifted };
  let first = from;
  while (first < cut && !isDone(parts, first, places)) first++;
  const isDrawn = first < cut && lastDone(parts, first, lowers, lifted) >= 0;
  return { from: isDrawn ? first + 1 : from, lifted };
}

/** Where the machine stands before this command; null where that is not known. */
export function positionBefore(parts: ResumeParts, index: number): MachinePosition['position'] {
  const placed = lastDone(parts, index, places);
  if (placed < 0) return parts.startPlace?.position ?? null;
  const { move, origin } = parts.effectAt(placed);
  if (origin !== undefined) return { x: 0, y: 0 };
  return typeof move === 'object' && 'to' in move ? move.to : null;
}

function lastDone(
  parts: ResumeParts,
  before: number,
  does: (effect: Effect) => boolean,
  notBefore = 0,
): number {
  for (let index = before - 1; index >= notBefore; index--) if (isDone(parts, index, does)) return index;
  return -1;
}

function isDone(
  { effectAt, failed }: ResumeParts,
  index: number,
  does: (effect: Effect) => boolean,
): boolean {
  return !failed.has(index) && does(effectAt(index));
}
