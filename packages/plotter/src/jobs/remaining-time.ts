import { commandsPerBlock } from '../store/blocks-table.ts';

const trustAfterMs = 2_000;

/** How long a job will still take: the estimate of what is left, corrected by how the estimate did so far. */
export class RemainingTime {
  readonly #blocksMs: readonly number[];
  readonly #total: number;
  readonly #from: number;
  readonly #startedMs: number;

  constructor(parts: { blocksMs: readonly number[]; total: number; from: number; startedMs: number }) {
    this.#blocksMs = parts.blocksMs;
    this.#total = parts.total;
    this.#from = parts.from;
    this.#startedMs = parts.startedMs;
  }

  at(next: number, nowMs: number): number {
    const estimatedSoFarMs = this.#upTo(next) - this.#upTo(this.#from);
    const tookMs = nowMs - this.#startedMs;
    const trusted = tookMs >= trustAfterMs && estimatedSoFarMs > 0;
    const correction = trusted ? tookMs / estimatedSoFarMs : 1;
    return Math.round((this.#upTo(this.#total) - this.#upTo(next)) * correction);
  }

  /** The estimate of everything before a command; within a block, time is taken to pass evenly. */
  #upTo(command: number): number {
    const block = Math.floor(command / commandsPerBlock);
    let sumMs = 0;
    for (let index = 0; index < block; index++) sumMs += this.#blocksMs[index] ?? 0;
    const inBlock = Math.min(commandsPerBlock, this.#total - block * commandsPerBlock);
    const part = inBlock <= 0 ? 0 : (command - block * commandsPerBlock) / inBlock;
    return sumMs + (this.#blocksMs[block] ?? 0) * part;
  }
}
