import { type Effect, type SettingKind, settingKinds } from '../drivers/language/effect.ts';
import type { Point } from '../drivers/language/geometry.ts';
import type { MachinePosition } from '../drivers/language/machine-position.ts';
import { ours } from '../drivers/language/our-language.ts';

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
  /** The commands that the device refused or did not answer. */
  failed: ReadonlySet<number>;
  /** Of those, the ones that it did not answer. What it refused has changed nothing. */
  unanswered?: ReadonlySet<number>;
  startPlace: MachinePosition | null;
}

/**
 * Where to continue after an interruption: right after the last time that the pen went up. Strokes drawn since
 * then may be drawn twice; none is missing.
 *
 * Two things are no way back to there, and then the pen is lowered again in the middle of a stroke: the origin
 * was moved meanwhile, or nobody knows where the machine stood, but for where it went first.
 */
export function resumePoint(
  parts: ResumeParts,
  wayTo: (position: Point) => string[] = straightTo,
): ResumePoint {
  const { from, lifted, position } = resumeStart(parts);
  const prelude: string[] = [ours.liftPen, ...settingsBefore(parts, from)];
  if (position) prelude.push(...wayTo(position));
  if (lastDone(parts, from, lowers, lifted) >= 0) prelude.push(ours.lowerPen);
  return { from, prelude };
}

/** The commands that set speed, acceleration and pen height as they are before this command. */
export function settingsBefore(parts: ResumeParts, before: number): string[] {
  const found = new Map<SettingKind, string>();
  for (let index = before - 1; index >= 0 && found.size < settingKinds.length; index--) {
    const { setting } = parts.effectAt(index);
    if (setting !== undefined && !found.has(setting) && !parts.failed.has(index))
      found.set(setting, parts.at(index));
  }
  return settingKinds.flatMap((kind) => found.get(kind) ?? []);
}

const straightTo = (position: Point) => [ours.moveTo(position)];

/**
 * The command to continue with, where the machine stands before it, and the one after which the pen was last up. Reads no
 * more of the job than it must.
 */
export function resumeStart(parts: ResumeParts): { from: number; lifted: number; position: Point | null } {
  const { cut } = parts;
  const lifted = lastDone(parts, cut, lifts) + 1;
  const from = Math.max(lifted, lastDone(parts, cut, zeroes, lifted) + 1);
  const position = positionBefore(parts, from);
  if (position) return { from, lifted, position };
  let first = from;
  while (first < cut && !isDone(parts, first, places)) first++;
  const isDrawn = first < cut && lastDone(parts, first, lowers, lifted) >= 0;
  return isDrawn
    ? { from: first + 1, lifted, position: positionBefore(parts, first + 1) }
    : { from, lifted, position };
}

/** Where the machine stands before this command; null where that is not known. Relative moves are added up. */
export function positionBefore(parts: ResumeParts, index: number): Point | null {
  const { effectAt, failed, unanswered, startPlace } = parts;
  const way = { x: 0, y: 0 };
  const after = (from: Point | null) => from && { x: from.x + way.x, y: from.y + way.y };
  for (let before = index - 1; before >= 0; before--) {
    const { move, origin } = effectAt(before);
    if (move === undefined && origin === undefined) continue;
    const isBy = typeof move === 'object' && 'by' in move;
    // It may have gone a part of the way.
    if (isBy && unanswered?.has(before)) return null;
    if (failed.has(before)) continue;
    if (origin !== undefined) return after({ x: 0, y: 0 });
    if (typeof move !== 'object') return null;
    if ('to' in move) return after(move.to);
    way.x += move.by.x;
    way.y += move.by.y;
  }
  return after(startPlace?.position ?? null);
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
