import { parseMove, verbOf } from '../firmware/grammar.ts';
import type { Place } from './job.ts';

export interface ResumePoint {
  /** The index of the command to go on with. */
  from: number;
  /** What brings the machine to where it was before that command. */
  prelude: string[];
}

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
 */
export function resumePoint({ cut, at, failed, startPlace }: ResumeParts): ResumePoint {
  const lastDone = (before: number, wanted: (command: string) => boolean): number => {
    for (let index = before - 1; index >= 0; index--)
      if (!failed.has(index) && wanted(at(index))) return index;
    return -1;
  };
  const verb =
    (...verbs: string[]) =>
    (command: string) =>
      verbs.includes(verbOf(command));
  const from = lastDone(cut, verb('PENUP', 'HOME')) + 1;

  const prelude = ['PENUP'];
  for (const setting of ['SPEED', 'ACCEL']) {
    const index = lastDone(from, verb(setting));
    if (index >= 0) prelude.push(at(index));
  }
  const placed = lastDone(from, verb('MOVE', 'HOME', 'ZERO'));
  const position = placed < 0 ? startPlace?.position : (parseMove(at(placed)) ?? { x: 0, y: 0 });
  if (position) prelude.push(`MOVE X${position.x} Y${position.y}`);
  return { from, prelude };
}
