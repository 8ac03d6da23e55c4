import { type BegunSegment, LookAheadQueue, segmentOf } from '@stationery/drawing';
import { machine } from '../store.ts';
import type { Move } from './move.ts';

/** More than any board announces. */
const capacity = 2000;

/** The moves in the motion queue of a board, in the time that it needs for them: it passes corners without a stop. */
export class BufferedMoves {
  #ahead: LookAheadQueue<Move> | undefined;
  #begun: BegunSegment<Move> | undefined;

  /** Behind all that was added before, with the speed that is set for it. */
  add(move: Move, speed: number, acceleration: number): void {
    const { cornerDeviationMm = 0, stepsPerMm = 1 } = machine.peek() ?? {};
    const deviation = cornerDeviationMm * stepsPerMm;
    const law = { kind: 'junction-deviation', speed, acceleration, deviation } as const;
    const segment = segmentOf(move.to.x - move.from.x, move.to.y - move.from.y, law);
    this.#ahead ??= new LookAheadQueue({ capacity, deviation });
    if (segment.length > 0 && !this.#ahead.isFull) this.#ahead.add(segment, move);
  }

  /** The machine comes to rest behind these, because something else is done there. */
  restHere(): void {
    this.#ahead?.restHere();
  }

  /** This move begins, and ends as fast as those behind it allow. Those before it are over. */
  begin(move: Move, nowMs: number): void {
    while (this.#ahead?.tags.includes(move)) this.#begun = this.#ahead.begin();
    if (this.#begun?.tag === move) this.#tell(nowMs);
  }

  /** The move under way is over. */
  end(): void {
    this.#begun = undefined;
  }

  /** More of the following moves is known. */
  replan(nowMs: number): void {
    const begun = this.#begun;
    const faster = begun && this.#ahead?.replan(begun, nowMs - begun.tag.startedMs);
    if (faster === undefined) return;
    this.#begun = faster;
    this.#tell(nowMs);
  }

  clear(): void {
    this.#ahead = undefined;
    this.#begun = undefined;
  }

  #tell(nowMs: number): void {
    if (this.#begun === undefined) return;
    const { tag, offset, profile } = this.#begun;
    Object.assign(tag, { startedMs: nowMs, offset, profile });
  }
}
