import { type Effect, type SettingKind, settingKinds } from '../../drivers/language/effect.ts';
import type { Point } from '../../drivers/language/geometry.ts';
import type { MachinePosition } from '../../drivers/language/machine-position.ts';
import { ours } from '../../drivers/language/our-language.ts';

export interface ResumePoint {
  /** Index of the first command to run. */
  from: number;
  /** Returns the machine to the position before that command. */
  prelude: string[];
}

const lifts = ({ pen, origin, stops }: Effect) => (pen === 'up' && !stops) || origin === 'restart';
const lowers = ({ pen }: Effect) => pen === 'down';
const places = ({ move, origin }: Effect) => move !== undefined || origin !== undefined;
const zeroes = ({ origin }: Effect) => origin !== undefined;

export interface ResumeInput {
  /** The first command that was not acknowledged. */
  cut: number;
  at: (index: number) => string;
  effectAt: (index: number) => Effect;
  /** Refused or not answered. */
  failed: ReadonlySet<number>;
  /** The unanswered ones among `failed`. Refused commands changed nothing. */
  unanswered?: ReadonlySet<number>;
  startPlace: MachinePosition | null;
}

/**
 * Resumes where the job left off if the pen was up, else right after the last pen-up: later strokes may be plotted twice;
 * none is missing. In the middle of a stroke only if the origin was moved since, or an earlier position is unknown.
 */
export function resumePoint(
  input: ResumeInput,
  wayTo: (position: Point) => string[] = straightTo,
): ResumePoint {
  const { from, lifted, position } = resumeStart(input);
  const prelude: string[] = [ours.liftPen, ...settingsBefore(input, from)];
  if (position) prelude.push(...wayTo(position));
  if (lastDone(input, from, lowers, lifted) >= 0) prelude.push(ours.lowerPen);
  return { from, prelude };
}

/** Speed, acceleration and pen height as before this command. */
export function settingsBefore(input: ResumeInput, before: number): string[] {
  const found = new Map<SettingKind, string>();
  for (let index = before - 1; index >= 0 && found.size < settingKinds.length; index--) {
    const { setting } = input.effectAt(index);
    if (setting !== undefined && !found.has(setting) && !input.failed.has(index))
      found.set(setting, input.at(index));
  }
  return settingKinds.flatMap((kind) => found.get(kind) ?? []);
}

const straightTo = (position: Point) => [ours.moveTo(position)];

/** The command to resume with, the position before it, and the last pen-up. */
export function resumeStart(input: ResumeInput): { from: number; lifted: number; position: Point | null } {
  const { cut } = input;
  const lifted = lastDone(input, cut, lifts) + 1;
  if (isUpSince(input, lifted)) return { from: cut, lifted, position: positionBefore(input, cut) };
  const from = Math.max(lifted, lastDone(input, cut, zeroes, lifted) + 1);
  const position = positionBefore(input, from);
  if (position) return { from, lifted, position };
  let first = from;
  while (first < cut && !isDone(input, first, places)) first++;
  const isDrawn = first < cut && lastDone(input, first, lowers, lifted) >= 0;
  return isDrawn
    ? { from: first + 1, lifted, position: positionBefore(input, first + 1) }
    : { from, lifted, position };
}

/**
 * Whether the pen stayed up: since it was lifted, no command failed or may have lowered it. An unknown command may
 * have.
 */
function isUpSince({ cut, effectAt, failed }: ResumeInput, lifted: number): boolean {
  if (lifted === 0) return false;
  for (let index = lifted; index < cut; index++) {
    const { pen, problem } = effectAt(index);
    if (failed.has(index) || problem !== undefined || (pen !== undefined && pen !== 'up')) return false;
  }
  return true;
}

/** Returns the position before this command, adding up relative moves. Null if unknown. */
export function positionBefore(input: ResumeInput, index: number): Point | null {
  const { effectAt, failed, unanswered, startPlace } = input;
  const way = { x: 0, y: 0 };
  const after = (from: Point | null) => from && { x: from.x + way.x, y: from.y + way.y };
  for (let before = index - 1; before >= 0; before--) {
    const { move, origin } = effectAt(before);
    if (move === undefined && origin === undefined) continue;
    const isBy = typeof move === 'object' && 'by' in move;
    // The machine may have stopped on the way.
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
  input: ResumeInput,
  before: number,
  does: (effect: Effect) => boolean,
  notBefore = 0,
): number {
  for (let index = before - 1; index >= notBefore; index--) if (isDone(input, index, does)) return index;
  return -1;
}

function isDone(
  { effectAt, failed }: ResumeInput,
  index: number,
  does: (effect: Effect) => boolean,
): boolean {
  return !failed.has(index) && does(effectAt(index));
}
