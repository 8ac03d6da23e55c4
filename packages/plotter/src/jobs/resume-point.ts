import { parseMove, verbOf } from '../firmware/grammar.ts';
import type { Place } from './job.ts';

export interface ResumePoint {
  /** The index of the command to go on with. */
  from: number;
  /** What brings the machine to where it was before that command. */
  prelude: string[];
}

/** What says where the machine is. */
const placing = ['MOVE', 'HOME', 'ZERO', 'RESET'];
/** What makes the place where the pen stands the origin. */
const zeroing = ['ZERO', 'RESET'];

export interface ResumeParts {
  /** The first command that was not acknowledged. */
  cut: number;
  at: (index: number) => string;
  /** The commands that the device refused: they changed nothing. */
  failed: ReadonlySet<number>;
  startPlace: Place | null;
}

/**
 * Where to go on after an interruption: right after the last time that the pen went up. Strokes drawn since
 * then may be drawn twice; none is missing. MOVE must be absolute for this.
 *
 * Two things are no way back to there, and then the pen is lowered again in the middle of a stroke: the origin
 * was moved meanwhile, or nobody knows where the machine stood, but for where it went first.
 */
export function resumePoint(parts: ResumeParts): ResumePoint {
  const { cut, at } = parts;
  const isDone = (index: number, verbs: readonly string[]) => isDoneIn(parts, index, verbs);
  const lastDone = (before: number, verbs: readonly string[], notBefore = 0) =>
    lastDoneIn(parts, before, verbs, notBefore);
  const placeBefore = (index: number) => positionBefore(parts, index);

  const lifted = lastDone(cut, ['PENUP', 'HOME', 'RESET']) + 1;
  let from = Math.max(lifted, lastDone(cut, zeroing, lifted) + 1);
  if (!placeBefore(from)) {
    let first = from;
    while (first < cut && !isDone(first, placing)) first++;
    if (first < cut && lastDone(first, ['PENDOWN'], lifted) >= 0) from = first + 1;
  }

  const prelude = ['PENUP'];
  for (const setting of ['SPEED', 'ACCEL']) {
    const index = lastDone(from, [setting]);
    if (index >= 0) prelude.push(at(index));
  }
  const position = placeBefore(from);
  if (position) prelude.push(`MOVE X${position.x} Y${position.y}`);
  if (lastDone(from, ['PENDOWN'], lifted) >= 0) prelude.push('PENDOWN');
  return { from, prelude };
}

/** Where the machine stands before this command; null where that is not known. */
export function positionBefore(parts: ResumeParts, index: number): Place['position'] {
  const placed = lastDoneIn(parts, index, placing, 0);
  if (placed < 0) return parts.startPlace?.position ?? null;
  return parseMove(parts.at(placed)) ?? { x: 0, y: 0 };
}

function lastDoneIn(parts: ResumeParts, before: number, verbs: readonly string[], notBefore: number): number {
  for (let index = before - 1; index >= notBefore; index--) if (isDoneIn(parts, index, verbs)) return index;
  return -1;
}

function isDoneIn({ at, failed }: ResumeParts, index: number, verbs: readonly string[]): boolean {
  return !failed.has(index) && verbs.includes(verbOf(at(index)));
}
