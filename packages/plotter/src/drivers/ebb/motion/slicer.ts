import { type BegunSegment, phasesOf } from '@stationery/drawing';
import { distanceToLine, type Point } from '../../language/geometry.ts';
import type { Piece } from './low-level-move.ts';

export interface SlicerOptions {
  /** Minimum duration of a piece, because the board and the USB line cannot keep up with shorter pieces. */
  readonly minMs: number;
  readonly maxMs: number;
  /** Maximum displacement of a corner by merging, in steps. */
  readonly toleranceSteps: number;
}

export interface Slice<Tag> {
  readonly piece: Piece;
  readonly ended: readonly Tag[];
}

interface Part<Tag> {
  readonly to: Point;
  readonly durationMs: number;
  readonly startSpeed: number;
  readonly endSpeed: number;
  readonly tag?: { readonly tag: Tag };
}

/**
 * Rounds the ends of pieces to whole motor steps, each from the previous rounded end, so that the steps of a segment
 * add up exactly. Merges short parts with the next ones if the path allows.
 */
export class Slicer<Tag> {
  readonly #options: SlicerOptions;
  #parts: Part<Tag>[] = [];
  /** End of the added segments, and end of the pieces taken so far. */
  #end: Point;
  #taken: Point;
  #motors: readonly [number, number];

  constructor(at: Point, options: SlicerOptions) {
    this.#options = options;
    this.#end = at;
    this.#taken = at;
    this.#motors = motorsAt(at);
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  add({ segment, tag, profile }: BegunSegment<Tag>): void {
    const from = this.#end;
    this.#end = { x: from.x + segment.dx, y: from.y + segment.dy };
    const phases = phasesOf(profile);
    let travelled = 0;
    for (const { durationMs, length, startSpeed, endSpeed } of phases) {
      const parts = Math.max(1, Math.ceil(durationMs / this.#options.maxMs));
      for (let part = 0; part < parts; part++) {
        const speedAt = (at: number) => startSpeed + ((endSpeed - startSpeed) * at) / parts;
        const [first, last] = [speedAt(part), speedAt(part + 1)];
        const way =
          startSpeed + endSpeed === 0 ? 1 / parts : (first + last) / (startSpeed + endSpeed) / parts;
        travelled += length * way;
        const share = segment.length === 0 ? 1 : travelled / segment.length;
        this.#parts.push({
          to: { x: from.x + segment.dx * share, y: from.y + segment.dy * share },
          durationMs: durationMs / parts,
          startSpeed: first,
          endSpeed: last,
        });
      }
    }
    const last = this.#parts.pop();
    this.#parts.push({
      durationMs: 0,
      startSpeed: profile.startSpeed,
      endSpeed: profile.endSpeed,
      ...last,
      to: this.#end,
      tag: { tag },
    });
  }

  /** Takes the next piece. A short piece waits for further segments unless `isAll`. */
  take(isAll: boolean): Slice<Tag> | undefined {
    const count = this.#mergedCount();
    const merged = this.#parts.slice(0, count);
    const last = merged.at(-1);
    if (last === undefined) return undefined;
    const durationMs = merged.reduce((sum, part) => sum + part.durationMs, 0);
    if (durationMs < this.#options.minMs && count === this.#parts.length && !isAll) return undefined;
    this.#parts.splice(0, count);
    const motors = motorsAt(last.to);
    const steps = [motors[0] - this.#motors[0], motors[1] - this.#motors[1]] as const;
    const speeds = speedsOf(this.#taken, merged, durationMs);
    this.#motors = motors;
    this.#taken = last.to;
    return {
      piece: { steps, durationMs, ...speeds },
      ended: merged.flatMap(({ tag }) => (tag === undefined ? [] : [tag.tag])),
    };
  }

  #mergedCount(): number {
    const { minMs } = this.#options;
    let count = 0;
    let durationMs = 0;
    while (count < this.#parts.length && durationMs < minMs) {
      this.#cut(count, minMs - durationMs);
      if (count > 0 && !this.#isNearlyStraight(count + 1)) break;
      durationMs += this.#parts[count]!.durationMs;
      count++;
    }
    return count;
  }

  /** Splits a long part after this time, because only its beginning is merged with earlier parts. */
  #cut(at: number, afterMs: number): void {
    const part = this.#parts[at]!;
    const { durationMs, startSpeed, endSpeed } = part;
    if (at === 0 || durationMs < afterMs + this.#options.minMs) return;
    const from = this.#parts[at - 1]!.to;
    const speed = startSpeed + ((endSpeed - startSpeed) * afterMs) / durationMs;
    const share = ((startSpeed + speed) * afterMs) / ((startSpeed + endSpeed) * durationMs);
    const to = { x: from.x + (part.to.x - from.x) * share, y: from.y + (part.to.y - from.y) * share };
    this.#parts.splice(
      at,
      1,
      { to, durationMs: afterMs, startSpeed, endSpeed: speed },
      { ...part, durationMs: durationMs - afterMs, startSpeed: speed },
    );
  }

  #isNearlyStraight(count: number): boolean {
    const from = this.#taken;
    const { to } = this.#parts[count - 1]!;
    for (let at = 0; at < count - 1; at++)
      if (distanceToLine(this.#parts[at]!.to, from, to) > this.#options.toleranceSteps) return false;
    return true;
  }
}

/** Returns the start and end speed: the mean speed, minus and plus half of the change of speed. */
function speedsOf(from: Point, parts: readonly Part<unknown>[], durationMs: number) {
  const [first, last] = [parts[0]!, parts.at(-1)!];
  let length = 0;
  let at = from;
  for (const { to } of parts) {
    length += Math.hypot(to.x - at.x, to.y - at.y);
    at = to;
  }
  const mean = durationMs === 0 ? 0 : (1000 * length) / durationMs;
  const half = (last.endSpeed - first.startSpeed) / 2;
  return { startSpeed: Math.max(0, mean - half), endSpeed: Math.max(0, mean + half) };
}

/** Returns the motor positions. One belt goes round both motors: the first moves by x + y, the second by x − y. */
export function motorsAt({ x, y }: Point): readonly [number, number] {
  return [Math.round(x + y), Math.round(x - y)];
}

export function placeOf([first, second]: readonly [number, number]): Point {
  return { x: Math.floor((first + second) / 2), y: Math.floor((first - second) / 2) };
}
