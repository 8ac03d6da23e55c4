import { LookAheadQueue, segmentOf } from '@stationery/drawing';
import type { Point } from '../../language/geometry.ts';
import { type Slice, Slicer } from './slicer.ts';

/** Segments that are planned ahead: as many as commands may be begun. */
const capacity = 512;
/** 4 ms are the least that the USB line and the board keep up with; the rest is for a computer that is busy. */
const minPieceMs = 10;
const maxPieceMs = 1000;
/** For boards that know no acceleration. */
const evenPieceMs = 25;
const toleranceSteps = 1;

export interface PathLimits {
  /** Steps/s and steps/s² along the path. */
  readonly speed: number;
  readonly acceleration: number;
  /** Steps/s of a motor, which makes the sum of the steps of both axes. */
  readonly motorSpeed: number;
}

/** The way ahead: places to go to, with the speeds at which they are passed, and the pieces that the board is sent. */
export class PathPlanner<Tag> {
  #ahead: LookAheadQueue<Tag[]>;
  #slicer: Slicer<Tag[]>;
  #target: Point = { x: 0, y: 0 };
  /** Tags that end with the segment last added. */
  #lastEnding: Tag[] = [];
  /** In steps: what is set, and what is planned with. */
  #deviation: number;
  #plannedDeviation: number;
  #isEven = false;

  constructor(deviation: number) {
    this.#deviation = deviation;
    this.#plannedDeviation = deviation;
    this.#ahead = new LookAheadQueue({ capacity, deviation });
    this.#slicer = this.#newSlicer();
  }

  /** Where all that was planned ends, in steps from the origin. */
  get target(): Point {
    return this.#target;
  }

  get isEmpty(): boolean {
    return this.#ahead.size === 0 && this.#slicer.isEmpty;
  }

  get isFull(): boolean {
    return this.#ahead.isFull;
  }

  /** The corner deviation that the planner assumes; takes effect at the next rest. */
  set deviation(deviation: number) {
    this.#deviation = deviation;
  }

  /** Drops the plan; the machine stands here. */
  startAt(target: Point, { isEven }: { isEven: boolean }): void {
    this.clear();
    this.#target = target;
    this.#isEven = isEven;
    this.#slicer = this.#newSlicer();
  }

  /** Forgets what has not begun. */
  clear(): void {
    this.#ahead.clear();
    this.#lastEnding = [];
  }

  /** Something else is done behind what was added so far. */
  restHere(): void {
    this.#ahead.restHere();
  }

  /** Gives false where there is no way to go. */
  add(to: Point, tag: Tag, { speed, acceleration, motorSpeed }: PathLimits): boolean {
    const [dx, dy] = [to.x - this.#target.x, to.y - this.#target.y];
    if (dx === 0 && dy === 0) return false;
    if (this.isEmpty && this.#deviation !== this.#plannedDeviation) {
      this.#plannedDeviation = this.#deviation;
      this.#ahead = new LookAheadQueue({ capacity, deviation: this.#deviation });
    }
    const most = (motorSpeed * Math.hypot(dx, dy)) / (Math.abs(dx) + Math.abs(dy));
    const law = { kind: 'rest-to-rest', speed: Math.min(speed, most), acceleration } as const;
    this.#lastEnding = [tag];
    this.#ahead.add(segmentOf(dx, dy, law), this.#lastEnding);
    this.#target = to;
    return true;
  }

  /** It is done with what was added last. Gives false where that is behind already. */
  follow(tag: Tag): boolean {
    if (this.isEmpty) return false;
    this.#lastEnding.push(tag);
    return true;
  }

  /** The next piece for the board; `onBegun` gets the segments that are planned for good. */
  next(onBegun: (tags: readonly Tag[]) => void): Slice<Tag[]> | undefined {
    for (;;) {
      const slice = this.#slicer.take(this.#ahead.size === 0);
      if (slice !== undefined) return slice;
      const begun = this.#ahead.begin();
      if (begun === undefined) return undefined;
      onBegun(begun.tag);
      this.#slicer.add(begun);
    }
  }

  #newSlicer(): Slicer<Tag[]> {
    return new Slicer(this.#target, {
      shortestMs: minPieceMs,
      longestMs: this.#isEven ? evenPieceMs : maxPieceMs,
      toleranceSteps,
    });
  }
}
