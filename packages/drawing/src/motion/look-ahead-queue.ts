import { junctionSpeedSquared } from './corner-speed.ts';
import type { Segment } from './law.ts';
import { brakeProfile, distanceAt, type MoveProfile, moveProfile, speedAt } from './move-profile.ts';

export interface LookAheadOptions {
  /** How many segments may wait; the one that is under way does not count. */
  capacity: number;
  /** In the unit of the segments; 0 for a stop at every corner. */
  deviation: number;
}

/** A segment that the machine moves along now, or the rest of one. */
export interface BegunSegment<Tag> {
  readonly segment: Segment;
  readonly tag: Tag;
  /** How much of the segment lay behind when this profile began. */
  readonly offset: number;
  /** From there to the end of the segment, or to where the machine comes to rest in it. */
  readonly profile: MoveProfile;
}

/** Speeds are kept as their squares: they grow evenly along a length. */
interface Block<Tag> {
  segment: Segment;
  tag: Tag;
  /** How much of the segment is already behind. */
  offset: number;
  length: number;
  /** At most this fast into it, because of the corner and of the top speeds on both sides. */
  cornerSquared: number;
  /** At most this fast into it, because of all that follows, up to rest at the very end. */
  brakeSquared: number;
  /** So fast into it. */
  entrySquared: number;
}

/**
 * Segments that wait for the machine, with the speeds at which it will pass from one to the next. Each is planned again
 * while others are added behind it, until it begins; the last one always ends at rest, so the machine may run out of
 * segments at any time. What an addition costs is bounded by how far back it changes anything, at most by the capacity.
 */
export class LookAheadQueue<Tag = undefined> {
  readonly #capacity: number;
  readonly #deviation: number;
  #blocks: Block<Tag>[] = [];
  /** The segment last added, for the corner to the next one; undefined: the next one begins from rest. */
  #last: Segment | undefined;
  /** The speed at which the machine will come to the first block. */
  #arrivalSquared = 0;

  constructor({ capacity, deviation }: LookAheadOptions) {
    this.#capacity = capacity;
    this.#deviation = deviation;
  }

  get size(): number {
    return this.#blocks.length;
  }

  get isFull(): boolean {
    return this.#blocks.length >= this.#capacity;
  }

  /** The tags of the segments that wait, the next one first. */
  get tags(): Tag[] {
    return this.#blocks.map(({ tag }) => tag);
  }

  /** Its length must not be 0: such a segment has no direction. Returns how many were replanned, including this one. */
  add(segment: Segment, tag: Tag): number {
    if (this.isFull) throw new RangeError('The look-ahead queue is full');
    if (!(segment.length > 0)) throw new RangeError('A segment must have a length');
    const cornerSquared =
      this.#last === undefined ? 0 : junctionSpeedSquared(this.#last, segment, this.#deviation);
    this.#last = segment;
    this.#blocks.push({
      segment,
      tag,
      offset: 0,
      length: segment.length,
      cornerSquared,
      brakeSquared: 0,
      entrySquared: 0,
    });
    const first = this.#lookBack(this.#blocks.length - 1);
    this.#lookForward(first, this.#blocks.length - 1);
    return this.#blocks.length - first;
  }

  /** The machine will come to rest behind what was added so far, because something else is done there. */
  restHere(): void {
    this.#last = undefined;
  }

  /** The first segment if it began now. */
  next(): BegunSegment<Tag> | undefined {
    const block = this.#blocks[0];
    if (block === undefined) return undefined;
    const { segment, tag, offset, length } = block;
    const exitSquared = this.#blocks[1]?.entrySquared ?? 0;
    return { segment, tag, offset, profile: profileOf(segment, length, block.entrySquared, exitSquared) };
  }

  /** Takes the first segment from the queue: the machine moves along it from now on. */
  begin(): BegunSegment<Tag> | undefined {
    const begun = this.next();
    if (begun === undefined) return undefined;
    // The exit is the entry of what is first now; its square is kept, because squaring a root gives a slightly different number.
    this.#arrivalSquared = this.#blocks[1]?.entrySquared ?? 0;
    this.#blocks.shift();
    return begun;
  }

  /**
   * The state of a segment that has been running for some time, now that others were added behind it: the rest of it,
   * which ends faster. Undefined where nothing is gained.
   */
  replan(begun: BegunSegment<Tag>, elapsedMs: number): BegunSegment<Tag> | undefined {
    const first = this.#blocks[0];
    if (first === undefined || first.brakeSquared <= this.#arrivalSquared * (1 + 1e-9)) return undefined;
    const { segment, tag, offset, profile } = begun;
    const travelled = distanceAt(profile, elapsedMs);
    const rest = profile.length - travelled;
    if (!(rest > 0)) return undefined;
    const speedSquared = speedAt(profile, elapsedMs) ** 2;
    const exitSquared = Math.min(first.brakeSquared, speedSquared + 2 * segment.acceleration * rest);
    if (exitSquared <= this.#arrivalSquared * (1 + 1e-9)) return undefined;
    this.#arrivalSquared = exitSquared;
    this.#lookForward(0, 0);
    const faster = profileOf(segment, rest, speedSquared, exitSquared);
    return { segment, tag, offset: offset + travelled, profile: faster };
  }

  /**
   * To rest as soon as possible along the path: the rest of the segment under way up to there, and those that the braking
   * leads through, which are taken from the queue. What is left of the last one is not in the queue: see `putBack`.
   */
  brake(begun: BegunSegment<Tag>, elapsedMs: number): BegunSegment<Tag>[] {
    const { segment, tag, profile } = begun;
    const travelled = distanceAt(profile, elapsedMs);
    const pieces: BegunSegment<Tag>[] = [];
    let squared = speedAt(profile, elapsedMs) ** 2;
    let at = { segment, tag, offset: begun.offset + travelled, length: profile.length - travelled };
    for (;;) {
      const { acceleration } = at.segment;
      const { length, ...piece } = at;
      const endSquared = squared - 2 * acceleration * length;
      const next = this.#blocks[0];
      if (endSquared <= 0 || next === undefined) {
        // Where it was about to end at rest, rounding must not carry it past the end.
        const stop = brakeProfile(Math.sqrt(squared), acceleration);
        pieces.push({ ...piece, profile: stop.length > length ? { ...stop, length } : stop });
        break;
      }
      pieces.push({ ...piece, profile: profileOf(at.segment, length, squared, endSquared) });
      squared = endSquared;
      at = next;
      this.#blocks.shift();
    }
    this.#arrivalSquared = 0;
    this.#lookForward(0, this.#blocks.length - 1);
    return pieces;
  }

  /** The rest of a segment in which the machine came to rest, to be begun again before all others. */
  putBack(stopped: BegunSegment<Tag>): void {
    const { segment, tag, profile } = stopped;
    const offset = stopped.offset + profile.length;
    const length = segment.length - offset;
    this.#arrivalSquared = 0;
    if (length > 0)
      this.#blocks.unshift({
        ...{ segment, tag, offset, length },
        ...{ cornerSquared: 0, brakeSquared: 0, entrySquared: 0 },
      });
    this.#lookForward(0, this.#blocks.length - 1);
  }

  /** Drops everything; the machine is at rest. */
  clear(): void {
    this.#blocks = [];
    this.#last = undefined;
    this.#arrivalSquared = 0;
  }

  /** From a block to the front, as far as anything changes. Returns the first block whose entry may have changed. */
  #lookBack(from: number): number {
    let exitSquared = this.#blocks[from + 1]?.brakeSquared ?? 0;
    for (let at = from; at > 0; at--) {
      const block = this.#blocks[at]!;
      const { segment, length, cornerSquared, brakeSquared } = block;
      block.brakeSquared = Math.min(cornerSquared, exitSquared + 2 * segment.acceleration * length);
      if (at < from && block.brakeSquared === brakeSquared) return at;
      exitSquared = block.brakeSquared;
    }
    const front = this.#blocks[0]!;
    const { segment, length, cornerSquared } = front;
    front.brakeSquared = Math.min(cornerSquared, exitSquared + 2 * segment.acceleration * length);
    return 0;
  }

  /** From a block to the end, at least up to `to` and as far as anything changes. */
  #lookForward(from: number, to: number): void {
    for (let at = from; at < this.#blocks.length; at++) {
      const block = this.#blocks[at]!;
      const before = this.#blocks[at - 1];
      const entrySquared =
        before === undefined
          ? this.#arrivalSquared
          : Math.min(
              block.brakeSquared,
              before.entrySquared + 2 * before.segment.acceleration * before.length,
            );
      if (at > to && entrySquared === block.entrySquared) return;
      block.entrySquared = entrySquared;
    }
  }
}

function profileOf(segment: Segment, length: number, entrySquared: number, exitSquared: number): MoveProfile {
  const { speed, acceleration } = segment;
  return moveProfile(length, speed, acceleration, Math.sqrt(entrySquared), Math.sqrt(exitSquared));
}
