import { type BegunSegment, LookAheadQueue, segmentOf } from '@stationery/drawing';
import { machine } from '../store.ts';
import type { Move } from './move.ts';

/** Capacity of the queue, larger than that of any board. */
const capacity = 2000;

/** The moves in a board's motion queue with their timing. The machine passes corners without a stop. */
export class BufferedMoves {
  #ahead: LookAheadQueue<Move> | undefined;
  #begun: BegunSegment<Move> | undefined;

  add(move: Move, speed: number, acceleration: number): void {
    const { cornerDeviationMm = 0, stepsPerMm = 1 } = machine.peek() ?? {};
    const deviation = cornerDeviationMm * stepsPerMm;
    const law = { kind: 'junction-deviation', speed, acceleration, deviation } as const;
    const segment = segmentOf(move.to.x - move.from.x, move.to.y - move.from.y, law);
    this.#ahead ??= new LookAheadQueue({ capacity, deviation });
    if (segment.length > 0 && !this.#ahead.isFull) this.#ahead.add(segment, move);
  }

  /** Makes the machine come to rest after these moves, because a different action follows. */
  restHere(): void {
    this.#ahead?.restHere();
  }

  /** Begins this move. Earlier moves are over. Its final speed depends on the following moves. */
  begin(move: Move, nowMs: number): void {
    while (this.#ahead?.tags.includes(move)) this.#begun = this.#ahead.begin();
    if (this.#begun?.tag === move) this.#tell(nowMs);
  }

  end(): void {
    this.#begun = undefined;
  }

  /** Replans the running move with the moves that were added after it began. */
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
