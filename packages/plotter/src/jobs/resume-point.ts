import { parseMove, verbOf } from '../drivers/lines/grammar.ts';
import type { MachinePosition } from '../machine/machine-position.ts';

export interface ResumePoint {
  /** The index of the command to continue with. */
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
  const lastDone = (before: number, verbs: readonly string[], notBefore = 0) =>
    lastDoneIn(parts, before, verbs, notBefore);
  const { from, lifted } = resumeStart(parts);
  const prelude = ['PENUP'];
  for (const setting of ['SPEED', 'ACCEL']) {
    const index = lastDone(from, [setting]);
    if (index >= 0) prelude.push(parts.at(index));
  }
  const position = positionBefore(parts, from);
  if (position) prelude.push(`MOVE X${position.x} Y${position.y}`);
  if (lastDone(from, ['PENDOWN'], lifted) >= 0) prelude.push('PENDOWN');
  return { from, prelude };
}

/** The command to continue with, and the one after which the pen was last up. Reads no more of the job than it must. */
export function resumeStart(parts: ResumeParts): { from: number; lifted: number } {
  const { cut } = parts;
  const lifted = lastDoneIn(parts, cut, ['PENUP', 'HOME', 'RESET'], 0) + 1;
  const from = Math.max(lifted, lastDoneIn(parts, cut, zeroing, lifted) + 1);
  if (positionBefore(parts, from)) return { from, lifted };
  let first = from;
  while (first < cut && !isDoneIn(parts, first, placing)) first++;
  const isDrawn = first < cut && lastDoneIn(parts, first, ['PENDOWN'], lifted) >= 0;
  return { from: isDrawn ? first + 1 : from, lifted };
}

/** Where the machine stands before this command; null where that is not known. */
export function positionBefore(parts: ResumeParts, index: number): MachinePosition['position'] {
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
