import { junctionSpeedSquared } from './corner-speed.ts';
import type { Segment } from './law.ts';
import { brakeProfile, distanceAt, type MoveProfile, moveProfile, speedAt } from './move-profile.ts';

interface LookAheadOptions {
  /** Maximum number of waiting segments, not counting the running one. */
  capacity: number;
  /** Maximum deviation at a corner, in the unit of the segments. 0 stops at every corner. */
  deviation: number;
}

export interface BegunSegment<Tag> {
  readonly segment: Segment;
  readonly tag: Tag;
  /** Length of the segment that was complete at the start of this profile. */
  readonly offset: number;
  /** The motion from `offset` to the end of the segment, or to where the machine comes to rest in it. */
  readonly profile: MoveProfile;
}

/** Speeds are stored as squares, because squares change linearly with distance. */
interface Block<Tag> {
  segment: Segment;
  tag: Tag;
  offset: number;
  length: number;
  /** Maximum entry speed allowed by the corner and by the top speeds on both sides. */
  cornerSquared: number;
  /** Maximum entry speed from which the machine can brake to rest at the end of the queue. */
  brakeSquared: number;
  entrySquared: number;
}

/**
 * Plans segments ahead. A segment is replanned when others are added, until it begins. The last one always ends
 * at rest, so the machine may run out of segments at any time. Adding a segment replans only as far back as it
 * has an effect.
 */
export class LookAheadQueue<Tag = undefined> {
  readonly #capacity: number;
  readonly #deviation: number;
  #blocks: Block<Tag>[] = [];
  /** Undefined if the next segment begins at rest. */
  #last: Segment | undefined;
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

  get tags(): Tag[] {
    return this.#blocks.map(({ tag }) => tag);
  }

  /**
   * Adds a segment, whose length must not be 0. Returns the number of replanned segments, including this one.
   */
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
    const first = this.#lookBack();
    this.#lookForward(first, this.#blocks.length - 1);
    return this.#blocks.length - first;
  }

  /** Makes the machine stop after the segments added so far. */
  restHere(): void {
    this.#last = undefined;
  }

  /** Returns the first segment as if it began now. */
  next(): BegunSegment<Tag> | undefined {
    const block = this.#blocks[0];
    if (block === undefined) return undefined;
    const { segment, tag, offset, length } = block;
    const exitSquared = this.#blocks[1]?.entrySquared ?? 0;
    return { segment, tag, offset, profile: profileOf(segment, length, block.entrySquared, exitSquared) };
  }

  begin(): BegunSegment<Tag> | undefined {
    const begun = this.next();
    if (begun === undefined) return undefined;
    // Keep the square, because squaring a root again gives a slightly different number.
    this.#arrivalSquared = this.#blocks[1]?.entrySquared ?? 0;
    this.#blocks.shift();
    return begun;
  }

  /** Replans the rest of the running segment to end at a higher speed; returns undefined if that is not possible. */
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
   * Brakes to rest along the path. Returns the rest of the running segment and the segments passed while
   * braking, which leave the queue. `putBack` returns the unused remainder of the last one.
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
        // If the machine was about to come to rest at the end, rounding must not carry it past the end.
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

  /** Puts the rest of a segment in which the machine stopped back at the front. */
  putBack(stopped: BegunSegment<Tag>): void {
    const { segment, tag, profile } = stopped;
    const offset = stopped.offset + profile.length;
    const length = segment.length - offset;
    this.#arrivalSquared = 0;
    if (length > 0)
      this.#blocks.unshift({
        segment,
        tag,
        offset,
        length,
        cornerSquared: 0,
        brakeSquared: 0,
        entrySquared: 0,
      });
    this.#lookForward(0, this.#blocks.length - 1);
  }

  /** Drops all segments; the machine is at rest. */
  clear(): void {
    this.#blocks = [];
    this.#last = undefined;
    this.#arrivalSquared = 0;
  }

  /** Replans backwards until nothing changes. Returns the first block that may have changed. */
  #lookBack(): number {
    let exitSquared = 0;
    const last = this.#blocks.length - 1;
    for (let at = last; at >= 0; at--) {
      const block = this.#blocks[at]!;
      const { segment, length, cornerSquared, brakeSquared } = block;
      block.brakeSquared = Math.min(cornerSquared, exitSquared + 2 * segment.acceleration * length);
      if (at < last && block.brakeSquared === brakeSquared) return at;
      exitSquared = block.brakeSquared;
    }
    return 0;
  }

  /** Replans at least up to `to` and until nothing changes. */
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
