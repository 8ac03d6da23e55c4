import { LookAheadQueue, segmentOf } from '@stationery/drawing';
import type { Point } from '../../language/geometry.ts';
import { type Slice, Slicer } from './slicer.ts';

/** Maximum number of segments planned ahead, and of begun commands. */
const capacity = 512;
/** The USB line and the board keep up with pieces of 4 ms; the rest is a margin for a busy computer. */
const minPieceMs = 10;
const maxPieceMs = 1000;
const evenPieceMs = 25;
const toleranceSteps = 1;

interface PathLimits {
  /** Steps/s and steps/s² along the path. */
  readonly speed: number;
  readonly acceleration: number;
  /** Steps/s of a motor, which moves by the sum of both axes. */
  readonly motorSpeed: number;
}

export class PathPlanner<Tag> {
  #ahead: LookAheadQueue<Tag[]>;
  #slicer: Slicer<Tag[]>;
  #target: Point = { x: 0, y: 0 };
  /** Tags that end with the last added segment. */
  #lastEnding: Tag[] = [];
  /** Corner deviation in steps: as configured, and as used for planning. */
  #deviation: number;
  #plannedDeviation: number;
  #isEven = false;

  constructor(deviation: number) {
    this.#deviation = deviation;
    this.#plannedDeviation = deviation;
    this.#ahead = new LookAheadQueue({ capacity, deviation });
    this.#slicer = this.#newSlicer();
  }

  /** End of the planned path, in steps from the origin. */
  get target(): Point {
    return this.#target;
  }

  get isEmpty(): boolean {
    return this.#ahead.size === 0 && this.#slicer.isEmpty;
  }

  get isFull(): boolean {
    return this.#ahead.isFull;
  }

  /** A new value takes effect when the path next comes to rest. */
  set deviation(deviation: number) {
    this.#deviation = deviation;
  }

  startAt(target: Point, { isEven }: { isEven: boolean }): void {
    this.clear();
    this.#target = target;
    this.#isEven = isEven;
    this.#slicer = this.#newSlicer();
  }

  /** Drops the planned segments, except those that have begun. */
  clear(): void {
    this.#ahead.clear();
    this.#lastEnding = [];
  }

  restHere(): void {
    this.#ahead.restHere();
  }

  /** Returns false if the segment has no length. */
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

  /** Completes the tag together with the last added segment. Returns false if that segment is already complete. */
  follow(tag: Tag): boolean {
    if (this.isEmpty) return false;
    this.#lastEnding.push(tag);
    return true;
  }

  /** `onBegun` gets the tags of segments whose plan is final. */
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
      minMs: minPieceMs,
      maxMs: this.#isEven ? evenPieceMs : maxPieceMs,
      toleranceSteps,
    });
  }
}
