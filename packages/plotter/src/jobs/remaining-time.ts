import { type BlocksTable, commandsPerBlock } from '../store/blocks-table.ts';

const trustAfterMs = 2_000;

/** How long a job will still take: the estimate of what is left, corrected by how the estimate did so far. */
export class RemainingTime {
  readonly #blocks: BlocksTable;
  readonly #jobId: number;
  readonly #startedMs: number;
  /** The estimate of everything before each block, and of all blocks at the end. */
  readonly #beforeMs: readonly number[];
  readonly #fromMs: number;
  #block = -1;
  #timesMs: Float32Array = new Float32Array();

  constructor(parts: { blocks: BlocksTable; jobId: number; from: number; startedMs: number }) {
    this.#blocks = parts.blocks;
    this.#jobId = parts.jobId;
    this.#startedMs = parts.startedMs;
    let sumMs = 0;
    this.#beforeMs = [0, ...parts.blocks.estimatesMs(parts.jobId).map((blockMs) => (sumMs += blockMs))];
    this.#fromMs = this.#upTo(parts.from);
  }

  at(next: number, nowMs: number): number {
    const doneMs = this.#upTo(next) - this.#fromMs;
    const tookMs = nowMs - this.#startedMs;
    const correction = tookMs >= trustAfterMs && doneMs > 0 ? tookMs / doneMs : 1;
    const leftMs = (this.#beforeMs.at(-1) ?? 0) - this.#upTo(next);
    return Math.max(0, Math.round(leftMs * correction));
  }

  /** The estimate of everything before a command. */
  #upTo(command: number): number {
    const block = Math.floor(command / commandsPerBlock);
    if (block !== this.#block) {
      this.#timesMs = this.#blocks.timesMs(this.#jobId, block);
      this.#block = block;
    }
    const inBlock = this.#timesMs.subarray(0, command % commandsPerBlock);
    return (
      (this.#beforeMs[block] ?? this.#beforeMs.at(-1) ?? 0) + inBlock.reduce((sum, timeMs) => sum + timeMs, 0)
    );
  }
}
